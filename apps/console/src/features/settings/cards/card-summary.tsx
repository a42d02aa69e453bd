import { findRoute } from '@callpoint/alerts/plan/routes';
import { TemplateText } from '../../../form/template/template-text.tsx';
import { recipientTexts } from '../../../texts/recipients.ts';
import { policySummary } from '../escalation/policy-summary.ts';
import { settingKeys } from '../fields/field-specs.ts';
import type { KnownRecipients } from '../sections/known-recipients.ts';
import type { SettingsEditor } from '../use-settings-editor.ts';
import type { CardSpec } from './card-spec.ts';
import { routeStatus } from './route-status.ts';

/** One line about a collapsed card: who gets its messages, or its text. */
export function CardSummary({ groups, dryRun, editor, known }: CardSummaryProps) {
  const statuses = groups.flatMap(({ role }) => {
    if (role === undefined || !dryRun || dryRun.part === 'screen') return [];
    const route = findRoute(dryRun.item, dryRun.part, role);
    const word = route && routeStatus(route, dryRun.item, editor.valueOf, known).word;
    return word ? [`${recipientTexts.roles[role]} ${word}`] : [];
  });
  if (statuses.length > 0) return statuses.join(', ');
  const [key] = settingKeys(groups);
  if (groups[0]?.fields[0]?.kind.type === 'policy' && key) return policySummary(editor.valueOf(key));
  return key && <TemplateText text={editor.valueOf(key)} />;
}

interface CardSummaryProps extends Pick<CardSpec, 'groups' | 'dryRun'> {
  editor: SettingsEditor;
  known: KnownRecipients;
}

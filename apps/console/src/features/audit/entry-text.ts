import type { AuditLine } from '@callpoint/contract/audit';
import { auditTexts as texts } from '../../texts/audit.ts';
import { configurationTexts } from '../../texts/configuration.ts';
import { settingName } from '../../texts/setting-labels.ts';
import { listChanges } from './entry-changes.ts';
import { exportFilters } from './export-filters.ts';
import { inWords, labelOf } from './labels.ts';

/** The text of an audit entry. */

/** Longer values show only their start. */
const MAX_LENGTH = 80;

export function actorText({ actor_role: role, actor_id: id, actor }: AuditLine): string {
  const label = labelOf(texts.roles, role);
  const numbered = id === null ? label : texts.numbered(label, id);
  return actor ? texts.by(actor, numbered) : numbered;
}

/** What was done to which record, without the filters of an export. */
export function actionText(line: AuditLine): string {
  const { action, outcome, detail } = line;
  if (outcome === 'refused') {
    return texts.refused(callText(line) ?? labelOf(texts.attempts, action), reasonText(detail ?? ''));
  }
  const done = labelOf(texts.actions, action);
  if (action === 'export') return texts.did(done, labelOf(texts.exports, line.subject), '');
  return texts.did(done, recordText(line), detail ?? '');
}

/** What was done to which record; for an export with its filters. */
export function completeActionText(line: AuditLine): string {
  const filters = exportFilters(line).map(({ label, value }) => texts.set(label, value));
  return [actionText(line), ...filters].join('; ');
}

/** `Plan “Yearly” (7)`, `Setting “Lone Worker Emergency: mode”`, or `Message 9` for a record without a name. */
function recordText({ subject, subject_id: id, subject_name: name }: AuditLine): string {
  const label = subjectText(subject);
  if (id === null) return label;
  if (name === null) return texts.numbered(label, id);
  const setting = subject === 'settings' ? settingName(name) : subject === 'config' ? configName(name) : null;
  return setting === null ? texts.named(label, name, id) : texts.quoted(label, setting);
}

function configName(key: string): string | null {
  const labels: Readonly<Record<string, string>> = {
    ...configurationTexts.labels,
    contact_person: configurationTexts.contacts,
  };
  return labels[key] ?? null;
}

/** What a rejected call does. Calls that read are named after what they show. */
function callText({ action, call }: AuditLine): string | null {
  return call !== null && action.startsWith('GET ') ? texts.opened(call) : call;
}

/** `answered 403, 3 times within the hour` in words. */
function reasonText(detail: string): string {
  return detail.replace(/^answered (\d+)/, (answer, status: string) =>
    labelOf(texts.reasons, status, answer),
  );
}

/** The text for a kind of record: the one in the catalog, else its name, e.g. `Delivery log` for `delivery_log`. */
export function subjectText(subject: string): string {
  return labelOf(texts.subjects, subject, inWords(subject));
}

/** The first change, and how many more there are; null for none. */
export function summarizeChanges(line: AuditLine): string | null {
  const [first, ...others] = listChanges(line);
  if (!first) return null;
  const { field, old, now, isSecret } = first;
  const text = isSecret
    ? texts.secretChanged(field)
    : line.action === 'create'
      ? texts.set(field, shown(now))
      : texts.changed(field, shown(old), shown(now));
  return others.length === 0 ? text : texts.more(text, others.length);
}

function shown(text: string | null): string {
  if (text === null) return texts.empty;
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

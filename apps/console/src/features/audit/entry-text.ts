import type { AuditLine } from '@callpoint/contract/audit';
import { auditTexts as texts } from '../../texts/audit.ts';

/** The text of an audit entry. */

type Labels = Readonly<Record<string, string>>;
const labelOf = (labels: Labels, name: string, otherwise = name) => labels[name] ?? otherwise;

/** Longer values show only their start. */
const MAX_LENGTH = 80;
/** The maximum number of changes that an entry lists. */
const MAX_CHANGES = 6;

export function actorText({ actor_role: role, actor_id: id, actor }: AuditLine): string {
  const label = labelOf(texts.roles, role);
  const numbered = id === null ? label : texts.numbered(label, id);
  return actor ? texts.by(actor, numbered) : numbered;
}

export function actionText({ action, outcome, subject, subject_id: id, detail }: AuditLine): string {
  const done = labelOf(texts.actions, action);
  if (outcome === 'refused') return texts.refused(done, detail ?? '');
  const label = subjectText(subject);
  return texts.did(done, id === null ? label : texts.numbered(label, id), detail ?? '');
}

/** The text for a kind of record: the one in the catalog, else its name, e.g. `Delivery log` for `delivery_log`. */
export function subjectText(subject: string): string {
  const name = subject.replaceAll('_', ' ');
  return labelOf(texts.subjects, subject, name.charAt(0).toUpperCase() + name.slice(1));
}

/** One sentence for each column that changed. */
export function describeChanges({ changes, action }: AuditLine): string[] {
  const all = Object.entries(changes ?? {}).map(([field, { old, new: now }]) =>
    action === 'create' ? texts.set(field, shown(now)) : texts.changed(field, shown(old), shown(now)),
  );
  return all.length <= MAX_CHANGES
    ? all
    : [...all.slice(0, MAX_CHANGES), texts.more(all.length - MAX_CHANGES)];
}

function shown(value: string | number | null): string {
  if (value === null || value === '') return texts.empty;
  const text = String(value);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

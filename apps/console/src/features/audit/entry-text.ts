import type { AuditLine } from '@callpoint/contract/audit';
import { auditTexts as texts } from '../../texts/audit.ts';

/** A line of the audit in words. */

type Words = Readonly<Record<string, string>>;
const wordOf = (words: Words, name: string, otherwise = name) => words[name] ?? otherwise;

/** Longer values say where they begin. */
const LONGEST = 80;
/** So many changes of a line are listed. */
const LISTED = 6;

export function actorText({ actor_role: role, actor_id: id, actor }: AuditLine): string {
  const word = wordOf(texts.roles, role);
  const numbered = id === null ? word : texts.numbered(word, id);
  return actor ? texts.by(actor, numbered) : numbered;
}

export function actionText({ action, outcome, subject, subject_id: id, detail }: AuditLine): string {
  const done = wordOf(texts.actions, action);
  if (outcome === 'refused') return texts.refused(done, detail ?? '');
  const word = subjectText(subject);
  return texts.did(done, id === null ? word : texts.numbered(word, id), detail ?? '');
}

/** A kind of record in words: its own text, else its name, e.g. `Delivery log` for `delivery_log`. */
export function subjectText(subject: string): string {
  const name = subject.replaceAll('_', ' ');
  return wordOf(texts.subjects, subject, name.charAt(0).toUpperCase() + name.slice(1));
}

/** One sentence for each column that changed. */
export function changesIn({ changes, action }: AuditLine): string[] {
  const all = Object.entries(changes ?? {}).map(([field, { old, new: now }]) =>
    action === 'create' ? texts.set(field, shown(now)) : texts.became(field, shown(old), shown(now)),
  );
  return all.length <= LISTED ? all : [...all.slice(0, LISTED), texts.more(all.length - LISTED)];
}

function shown(value: string | number | null): string {
  if (value === null || value === '') return texts.empty;
  const text = String(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

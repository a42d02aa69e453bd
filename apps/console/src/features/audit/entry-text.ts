import type { AuditLine } from '@callpoint/contract/audit';
import { isPlainNumber, splitList } from '@callpoint/contract/split-list';
import { readableNumber } from '../../display/readable-number.ts';
import { auditTexts as texts } from '../../texts/audit.ts';

/** The text of an audit entry. */

type Labels = Readonly<Record<string, string>>;
const labelOf = (labels: Labels, name: string, otherwise = name) => labels[name] ?? otherwise;

/** The labels of values, by column. */
const VALUES: Readonly<Record<string, Labels>> = texts.values;

/** Longer values show only their start. */
const MAX_LENGTH = 80;

export function actorText({ actor_role: role, actor_id: id, actor }: AuditLine): string {
  const label = labelOf(texts.roles, role);
  const numbered = id === null ? label : texts.numbered(label, id);
  return actor ? texts.by(actor, numbered) : numbered;
}

export function actionText(line: AuditLine): string {
  const { action, outcome, subject, subject_id: id, detail } = line;
  if (outcome === 'refused') {
    return texts.refused(callText(line) ?? labelOf(texts.attempts, action), reasonText(detail ?? ''));
  }
  const done = labelOf(texts.actions, action);
  const label = subjectText(subject);
  return texts.did(done, id === null ? label : texts.numbered(label, id), detail ?? '');
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
  const name = subject.replaceAll('_', ' ');
  return labelOf(texts.subjects, subject, name.charAt(0).toUpperCase() + name.slice(1));
}

/** A change of one field, with its full values before and after; null for none. */
export type FieldChange = { field: string; old: string | null; now: string | null };

export function listChanges({ changes, action }: AuditLine): FieldChange[] {
  return Object.entries(changes ?? {}).map(([name, { old, new: now }]) => ({
    field: fieldText(name),
    old: action === 'create' ? null : valueText(name, old),
    now: action === 'delete' ? null : valueText(name, now),
  }));
}

/** The text for a column: the one in the catalog, else its name, e.g. `Plan term` for `plan_term`. */
function fieldText(name: string): string {
  const plain = name.replaceAll('_', ' ');
  return labelOf(texts.fields, name, plain.charAt(0).toUpperCase() + plain.slice(1));
}

function valueText(name: string, value: string | number | null): string | null {
  if (value === null || value === '') return null;
  const text = String(value);
  const parts = splitList(text);
  // A list of numbers as people read them; a text that was written is shown as it was written.
  const readable = parts.every(isPlainNumber) ? parts.map(readableNumber).join(', ') : text;
  return labelOf(VALUES[name] ?? {}, text, readable);
}

/** The first change, and how many more there are; null for none. */
export function summarizeChanges(line: AuditLine): string | null {
  const [first, ...others] = listChanges(line);
  if (!first) return null;
  const { field, old, now } = first;
  const text =
    line.action === 'create' ? texts.set(field, shown(now)) : texts.changed(field, shown(old), shown(now));
  return others.length === 0 ? text : texts.more(text, others.length);
}

function shown(text: string | null): string {
  if (text === null) return texts.empty;
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

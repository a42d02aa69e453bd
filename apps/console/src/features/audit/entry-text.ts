import { CONFIG_NAMES, SETTING_NAMES } from '@callpoint/alerts/settings/setting-names';
import type { AuditLine } from '@callpoint/contract/audit';
import { auditTexts as texts } from '../../texts/audit.ts';
import { listChanges } from './entry-changes.ts';
import { exportFilters } from './export-filters.ts';
import { inWords, labelOf } from './labels.ts';

/** The text of an audit entry. */

/** Longer values show only their start. */
const MAX_LENGTH = 80;

export function actorText({ actor_role: role, actor_id: id, actor, actor_name: name }: AuditLine): string {
  const label = labelOf(texts.roles, role);
  // Of someone who was not logged in, it is the account that they tried.
  const numbered = id === null || role === 'nobody' ? label : texts.numbered(label, id);
  if (!actor) return numbered;
  return texts.by(name ? texts.nameAndEmail(name, actor) : actor, numbered);
}

/** What was done to which record, without the filters of an export. */
export function actionText(line: AuditLine): string {
  const { action, outcome, detail } = line;
  if (outcome === 'refused') {
    const details = [triedRecordText(line), reasonText(detail ?? '')].filter((text) => text !== '');
    return texts.refused(callText(line) ?? labelOf(texts.attempts, action), details);
  }
  const done = labelOf(texts.actions, action);
  if (line.subject === 'incident' && action === 'export') {
    return texts.did(done, recordText(line), labelOf(texts.incidentExports, detail ?? ''));
  }
  if (action === 'export') return texts.did(done, labelOf(texts.exports, line.subject), '');
  if (line.subject === 'subscription_history') return texts.historyEntry;
  // Of messages that were released, the detail has the number.
  if (line.subject === 'delivery' && line.subject_id === null && detail) return detail;
  const special = labelOf(texts.special, detail ?? '', '');
  return special === ''
    ? texts.did(done, recordText(line), detail ?? '')
    : texts.did(special, recordText(line), '');
}

/** The record of a rejected change or login. */
function triedRecordText(line: AuditLine): string {
  const isView = line.action.startsWith('GET ');
  return isView || line.subject_id === null || line.subject === 'session' ? '' : recordText(line);
}

/** What was done to which record; for an export with its filters. */
export function completeActionText(line: AuditLine): string {
  const filters = exportFilters(line).map(({ label, value }) => texts.set(label, value));
  return [actionText(line), ...filters].join('; ');
}

/** `Plan “Yearly” (7)`, `Setting “Lone Worker Emergency: mode”`, or `Message 9` for a record without a name. */
function recordText(line: AuditLine): string {
  const { subject, subject_id: id } = line;
  const isActor = subject === line.actor_role && id === line.actor_id;
  const name = line.subject_name ?? (isActor ? line.actor_name : null);
  const label = subjectText(subject);
  if (id === null) return label;
  if (name === null) return texts.numbered(label, id);
  const setting =
    subject === 'settings' ? SETTING_NAMES.get(name) : subject === 'config' ? CONFIG_NAMES[name] : undefined;
  return setting === undefined ? texts.named(label, name, id) : texts.quoted(label, setting);
}

/** Some calls that change data are GET calls. */
const CHANGES = /^(Upgrade|Stop) /;

/** What a rejected call does. Calls that read are named after what they show. */
function callText({ action, call }: AuditLine): string | null {
  if (call === null || !action.startsWith('GET ') || CHANGES.test(call)) return call;
  const what = call.charAt(0).toLowerCase() + call.slice(1);
  return action.includes('/export/') ? texts.exported(what) : texts.viewed(what);
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

/** The first change, and how many more there are; null for an entry that is about no change. */
export function summarizeChanges(line: AuditLine): string | null {
  const [first, ...others] = listChanges(line);
  if (!first) {
    const isUpdate = line.action === 'update' && line.outcome === 'done' && !line.detail;
    return isUpdate ? texts.unchanged : null;
  }
  const { field, old, now, isSecret, isDifference } = first;
  const text = isSecret
    ? texts.secretChanged(field)
    : isDifference || line.action === 'create'
      ? texts.set(field, shown(now))
      : line.action === 'delete'
        ? texts.set(field, shown(old))
        : texts.changed(field, shown(old), shown(now));
  return others.length === 0 ? text : texts.more(text, others.length);
}

function shown(text: string | null): string {
  if (text === null) return texts.empty;
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

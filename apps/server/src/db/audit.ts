import type { Role } from '@callpoint/contract/permissions';
import type { Db, NewRow, TableName } from './tables.ts';

/** Who does something, and from which network address. The system has none. */
export type Actor = { role: Role | 'nobody' | 'system'; id: number | null; address: string };

export const SYSTEM: Actor = { role: 'system', id: null, address: '' };

/** Old and new value of each column that changed; a secret is only said to have changed. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

export type AuditEntry = {
  actor: Actor;
  /** What was done or tried, in few words: `create`, `update`, `delete`, `sign in`. */
  action: string;
  outcome: 'done' | 'refused';
  subject: TableName;
  subjectId: number | null;
  teamId: number | null;
  changes?: Changes;
  /** The sentence of a refusal. */
  detail?: string;
};

/** Columns whose values never enter the audit. */
const SECRET_COLUMNS = new Set(['password_hash', 'token_hash']);
/** Columns that change with every change, or follow from others. */
const SILENT_COLUMNS = new Set(['updated_at', 'id', 'search_text', 'sms_number']);
const HIDDEN = 'not shown';

/** Writes one line of the audit; in the transaction of the change that it tells of. */
export async function recordAudit(db: Db, entry: AuditEntry, now = new Date()): Promise<void> {
  await db.insertInto('audit').values(auditRow(entry, now)).execute();
}

function auditRow(entry: AuditEntry, now: Date): NewRow<'audit'> {
  return {
    at: now.toISOString(),
    actor_role: entry.actor.role,
    actor_id: entry.actor.id,
    address: entry.actor.address,
    action: entry.action,
    outcome: entry.outcome,
    subject: entry.subject,
    subject_id: entry.subjectId,
    team_id: entry.teamId,
    changes: entry.changes && Object.keys(entry.changes).length > 0 ? JSON.stringify(entry.changes) : null,
    detail: entry.detail ?? null,
  };
}

/**
 * What differs between two states of a row; `before` is null for a new row, `after` for a deleted one. Columns named
 * in `secret` and those that always are secret are listed without their values.
 */
export function changesOf(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
  secret: readonly string[] = [],
): Changes {
  const changes: Changes = {};
  for (const name of Object.keys({ ...before, ...after })) {
    const [old, current] = [before?.[name] ?? null, after?.[name] ?? null];
    if (SILENT_COLUMNS.has(name) || old === current) continue;
    const isSecret = SECRET_COLUMNS.has(name) || secret.includes(name);
    const shown = (value: unknown) => (isSecret && value !== null ? HIDDEN : value);
    changes[name] = { old: shown(old), new: shown(current) };
  }
  return changes;
}

/** How long the failed sign-ins of strangers are kept; every other line stays. */
const STRANGERS_KEPT = 90 * 24 * 3_600_000;

export async function forgetStrangers(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - STRANGERS_KEPT).toISOString();
  await db
    .deleteFrom('audit')
    .where('at', '<', before)
    .where('actor_role', '=', 'nobody')
    .where('outcome', '=', 'refused')
    .execute();
}

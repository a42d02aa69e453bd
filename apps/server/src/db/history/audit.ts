import { sql } from 'kysely';
import type { Role } from '@callpoint/contract/permissions';
import { rawDb, type Handle } from '../handles/handle.ts';
import type { NewRow } from '../rows.ts';
import type { Db, TableName } from '../tables.ts';
import { DAY } from '../../scheduling/durations.ts';

/** The person or system that acts, and the network address. The system has no address. */
export type Actor = { role: Role | 'nobody' | 'system'; id: number | null; address: string };

export const SYSTEM: Actor = { role: 'system', id: null, address: '' };

/** Old and new value of each changed column. Secrets are listed without their values. */
export type Changes = Record<string, { old: unknown; new: unknown }>;

export type AuditEntry = {
  actor: Actor;
  /** The action, done or rejected, in a few words: `create`, `update`, `delete`, `sign in`. */
  action: string;
  outcome: 'done' | 'refused';
  subject: TableName;
  subjectId: number | null;
  teamId: number | null;
  changes?: Changes;
  /** The message of a rejection. */
  detail?: string;
};

/** Columns whose values never enter the audit. */
const SECRET_COLUMNS = new Set(['password_hash', 'token_hash']);
/** Columns that change with every update, or are derived from others. */
const SILENT_COLUMNS = new Set(['updated_at', 'id', 'search_text', 'sms_number']);
const HIDDEN = 'not shown';

/** Writes one entry of the audit, in the transaction of its change. A rejection is counted. */
export async function recordAudit(on: Db | Handle, entry: AuditEntry, now = new Date()): Promise<void> {
  const db = rawDb(on);
  if (entry.outcome === 'refused') return await recordRejection(db, entry, 1, now);
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
 * The differences between two states of a row; `before` is null for a new row, `after` for a deleted row. Columns in
 * `secret`, and columns that are always secret, are listed without their values.
 */
export function diffRows(
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

/** In days. All other entries are retained. */
const REJECTION_RETENTION_DAYS = 90;

/**
 * Counts a rejection. Rejections of one kind and caller share one entry per hour, which describes the first of them: a
 * caller who repeats a call all day creates 24 entries. Callers without a session are identified by their address.
 */
export async function recordRejection(
  db: Db,
  entry: AuditEntry,
  times: number,
  now = new Date(),
): Promise<void> {
  const counted_as = rejectionKey(entry, now);
  // First, because an insert that ends in a conflict uses up an id on PostgreSQL.
  const { numUpdatedRows } = await db
    .updateTable('audit')
    .set({ times: sql<number>`times + ${times}` })
    .where('counted_as', '=', counted_as)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('audit')
    .values({ ...auditRow(entry, now), times, counted_as })
    .onConflict((conflict) =>
      conflict
        .column('counted_as')
        .where('counted_as', 'is not', null)
        .doUpdateSet({ times: sql<number>`audit.times + excluded.times` }),
    )
    .execute();
}

/** Rejections with the same key are counted in the same line. */
export function rejectionKey({ actor, action, detail }: AuditEntry, now: Date): string {
  const { role, id, address } = actor;
  const hour = now.toISOString().slice(0, 13);
  return [role, id, role === 'nobody' ? address : null, action, detail, hour].join('|');
}

/** Deletes the rejections that are older than 90 days. */
export async function deleteOldRejections(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - REJECTION_RETENTION_DAYS * DAY).toISOString();
  await db.deleteFrom('audit').where('outcome', '=', sql.lit('refused')).where('at', '<', before).execute();
}

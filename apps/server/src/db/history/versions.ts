import { maskedSecret } from '@callpoint/contract/configuration';
import { STORED_VERSIONS, type VersionSubject } from '@callpoint/contract/versions';
import type { Actor, Changes } from './audit.ts';
import { lastCharacters } from '../secret-values.ts';
import type { Db } from '../tables.ts';

/** The columns whose values have a history, by table. */
const VERSIONED: Readonly<Record<VersionSubject, readonly string[]>> = {
  settings: ['setting_value'],
  config: ['config_value'],
  plan: ['plan_name', 'plan_cost_cents', 'plan_term', 'plan_stripe_id', 'max_users'],
};

export type SavedRow = {
  actor: Actor;
  table: string;
  id: number;
  /** Null for a row of the platform. */
  teamId: number | null;
  /** Null for a new row. */
  before: object | null;
  after: object;
  /** Columns whose history has only their last four characters. */
  secret: readonly string[];
};

/**
 * Stores what a save has changed, in the transaction of the save, and deletes versions beyond the newest 50 of the row.
 * A save that changes nothing, and a table without history, store nothing.
 */
export async function recordVersion(db: Db, saved: SavedRow, now = new Date()): Promise<void> {
  const subject = saved.table as VersionSubject;
  const changes = changesOf(VERSIONED[subject] ?? [], saved);
  if (Object.keys(changes).length === 0) return;
  await db
    .insertInto('version')
    .values({
      team_id: saved.teamId,
      subject,
      subject_id: saved.id,
      at: now.toISOString(),
      actor_role: saved.actor.role,
      actor_id: saved.actor.id,
      changes: JSON.stringify(changes),
    })
    .execute();
  const ofRow = db.selectFrom('version').where('subject', '=', subject).where('subject_id', '=', saved.id);
  await db
    .deleteFrom('version')
    .where('subject', '=', subject)
    .where('subject_id', '=', saved.id)
    .where('id', '<=', ofRow.select('id').orderBy('id', 'desc').offset(STORED_VERSIONS).limit(1))
    .execute();
}

function changesOf(columns: readonly string[], { before, after, secret }: SavedRow): Changes {
  const changes: Changes = {};
  const [oldValues, values] = [before, after] as Record<string, unknown>[];
  for (const name of columns) {
    if (values?.[name] === undefined) continue;
    const [old, current] = [oldValues?.[name] ?? null, values[name]];
    if (old === current) continue;
    const shown = (value: unknown) =>
      secret.includes(name) && typeof value === 'string' ? maskedSecret(lastCharacters(value)) : value;
    changes[name] = { old: shown(old), new: shown(current) };
  }
  return changes;
}

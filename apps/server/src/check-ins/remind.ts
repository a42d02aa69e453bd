import { sql } from 'kysely';
import { prepared } from '../db/queries/prepared.ts';
import type { Db } from '../db/tables.ts';

/** A check-in that is due now. */
export type DueCheckIn = {
  id: number;
  team_id: number;
  app_user_id: number;
  client_id: string;
  due_at: string;
  raise_at: string;
};

/** Check-ins of one search; the next search finds the rest. */
const BATCH_SIZE = 200;

const selectDue = prepared<{ now: string; limit: number }, DueCheckIn>((db, param) =>
  db
    .selectFrom('check_in')
    .select(['id', 'team_id', 'app_user_id', 'client_id', 'due_at', 'raise_at'])
    .where('state', '=', sql.lit('active'))
    .where('reminded_at', 'is', null)
    .where('due_at', '<=', param('now'))
    .orderBy('due_at')
    .limit(param('limit')),
);

/** Check-ins that are due and whose phone was not asked yet. */
export async function findDue(db: Db, now: Date): Promise<DueCheckIn[]> {
  return await selectDue(db, { now: now.toISOString(), limit: BATCH_SIZE });
}

/** Records that the phone was asked, unless the person has answered in the meantime. */
export async function markReminded(db: Db, { id, due_at }: DueCheckIn, now: Date): Promise<void> {
  await db
    .updateTable('check_in')
    .set({ reminded_at: now.toISOString() })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .execute();
}

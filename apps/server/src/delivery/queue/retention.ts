import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { runInSteps } from '../../db/in-steps.ts';
import { reasonColumns } from '../channels/message-reason.ts';
import { deleteUnusedTexts } from './message-text.ts';

/** Messages of one transaction: few enough not to delay a press. */
export const DELETION_BATCH = 500;

/** The row of `progress` that a step locks. */
const LOCK = 'text_purge';

/**
 * Deletes the texts and attempts of messages created before `before`, until none is left or `stopping` is aborted. A process
 * that finds another in a step ends its run.
 */
export async function purgeOldTexts(db: Db, before: Date, stopping: AbortSignal): Promise<void> {
  await runInSteps(() => deleteOldTexts(db, before), stopping);
}

/**
 * Deletes the texts and attempts of messages created before `before`, oldest first, in one small step. Their recipients,
 * times, channels and states remain. Returns the number of messages: call it again until it returns 0.
 * Stops before a message that is pending or in flight. A held message of that age becomes skipped. Does nothing while
 * another process is in a step.
 */
export async function deleteOldTexts(db: Db, before: Date, now = new Date()): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, now))) return 0;
    const { done } = await tx
      .selectFrom('delivery')
      .select(({ fn }) => fn.coalesce(fn.max('id'), sql.lit(0)).as('done'))
      .where('purged_at', 'is not', null)
      .executeTakeFirstOrThrow();
    const query = tx
      .selectFrom('delivery')
      .select(['id', 'state', 'created_at', 'text_id'])
      .where('id', '>', done)
      .orderBy('id')
      .limit(DELETION_BATCH)
      // Otherwise another call could resend a message between this query and the deletion.
      .modifyEnd(getDialect(tx).lock('update'));
    const next = await query.execute();
    const limit = before.toISOString();
    const stop = next.findIndex(
      ({ state, created_at }) => created_at >= limit || state === 'pending' || state === 'sending',
    );
    const old = stop === -1 ? next : next.slice(0, stop);
    const last = old.at(-1);
    if (!last) return 0;
    await tx
      .updateTable('delivery')
      .set({ state: 'skipped', ...reasonColumns({ code: 'text-deleted' }) })
      .where('id', '>', done)
      .where('id', '<=', last.id)
      .where('state', '=', sql.lit('held'))
      .execute();
    await tx
      .updateTable('delivery')
      .set({ text_id: null, purged_at: now.toISOString() })
      .where('id', '>', done)
      .where('id', '<=', last.id)
      .execute();
    await deleteUnusedTexts(tx, [...new Set(old.flatMap(({ text_id }) => text_id ?? []))]);
    await tx
      .deleteFrom('delivery_attempt')
      .where('delivery_id', '>', done)
      .where('delivery_id', '<=', last.id)
      .execute();
    return old.length;
  });
}

/** Whether no other process is in a step. On SQLite there is no other. */
async function tryLock(tx: Db, now: Date): Promise<boolean> {
  const locked = await tx
    .selectFrom('progress')
    .select('name')
    .where('name', '=', LOCK)
    .modifyEnd(getDialect(tx).lock('update skip locked'))
    .executeTakeFirst();
  if (locked) return true;
  const first = await tx
    .insertInto('progress')
    .values({ name: LOCK, done_until: now.toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return first !== undefined;
}

import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { reasonColumns } from '../channels/message-reason.ts';
import { deleteUnusedTexts } from './message-text.ts';

/** Messages of one transaction: few enough not to delay a press. */
export const DELETION_BATCH = 500;

/**
 * Deletes the texts and attempts of messages created before `before`, oldest first, in one small step. Their recipients,
 * times, channels and states remain. Returns the number of messages: call it again until it returns 0.
 * Stops before a message that is pending or in flight. A held message of that age becomes skipped.
 */
export async function deleteOldTexts(db: Db, before: Date, now = new Date()): Promise<number> {
  return await db.transaction().execute(async (tx) => {
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
      .where('state', '=', 'held')
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

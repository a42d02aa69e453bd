import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';
import { deleteUnusedTexts } from './message-text.ts';

/** Items of one transaction: few enough not to delay a press. */
const BATCH_SIZE = 50;

/**
 * Deletes the items that were deleted before a time, and the messages and images of the records among them. Call it again until it
 * returns 0. A message that is still being sent stays.
 */
export async function purgeDeletedItems(db: Db, before: Date): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const items = await tx
      .selectFrom('deleted_item')
      .select(['id', 'kind', 'row_id', 'data'])
      .where('deleted_at', '<', before.toISOString())
      .orderBy('deleted_at')
      .limit(BATCH_SIZE)
      .modifyEnd(getDialect(tx).lock('update skip locked'))
      .execute();
    for (const { data } of items) {
      const { messages = [] } = JSON.parse(data) as { messages?: number[] };
      await deleteMessages(tx, messages);
    }
    const forms = items.filter(({ kind }) => kind === 'form_submission').map(({ row_id }) => row_id);
    await expireImages(tx, forms);
    await deleteIncidents(
      tx,
      items.filter(({ kind }) => kind === 'button_click').map(({ row_id }) => row_id),
    );
    if (items.length > 0) {
      const ids = items.map(({ id }) => id);
      await tx.deleteFrom('deleted_item').where('id', 'in', ids).execute();
    }
    return items.length;
  });
}

/** The images of these forms are deleted at the next opportunity, outside of the transaction. */
async function expireImages(tx: Db, forms: readonly number[]): Promise<void> {
  if (forms.length === 0) return;
  await tx
    .updateTable('image')
    .set({ expires_at: new Date(0).toISOString() })
    .where('form_submission_id', 'in', forms)
    .execute();
}

/** The incidents of purged presses, unless someone still has to close them. */
async function deleteIncidents(tx: Db, presses: readonly number[]): Promise<void> {
  if (presses.length === 0) return;
  await tx
    .deleteFrom('incident')
    .where('button_click_id', 'in', presses)
    .where('closed_at', 'is not', null)
    .execute();
}

async function deleteMessages(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const texts = await tx
    .deleteFrom('delivery')
    .where('id', 'in', ids)
    .where('state', 'not in', ['pending', 'sending'])
    .returning('text_id')
    .execute();
  await deleteUnusedTexts(tx, [...new Set(texts.flatMap(({ text_id }) => text_id ?? []))]);
}

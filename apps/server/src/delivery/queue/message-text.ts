import { withNote } from '@callpoint/alerts/plan/send-note';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../db/handles/handle.ts';
import { getDialect, type Dialect } from '../../db/dialect.ts';
import { insertMany, jsonOf } from '../../db/queries/insert-many.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { MessageText } from '../channels/channel.ts';

/** Texts of one query, which takes a few milliseconds for the longest texts. */
const TEXTS_PER_QUERY = 50;

const insertAll = insertMany<MessageText, { id: number }>(['subject', 'body', 'html'], (db, rows) =>
  db.insertInto('message_text').values(rows).returning('id'),
);

/** Stores texts in the caller's transaction and returns their ids, in the order of the texts. */
export async function insertTexts(tx: Db, texts: readonly MessageText[]): Promise<number[]> {
  const stored = await insertAll(tx, texts);
  // Ids ascend in the order of the rows; the database may return them in any order.
  return stored.map(({ id }) => id).toSorted((a, b) => a - b);
}

const insertAndKeepIds = prepared<{ texts: string }, never>((_, param, dialect) => {
  const rows = dialect.tableRows?.(param('texts'), 'message_text') ?? sql`message_text`;
  const insert = sql`insert into message_text (subject, body, html) select subject, body, html from ${rows} returning id`;
  return dialect.keptIds?.keep(insert) ?? insert;
}, 'not read');

/**
 * Stores the texts of messages that the caller inserts next, in its transaction, without waiting for their ids. Returns
 * what `textId` finds the id by, in the order of the texts.
 */
export async function insertTextsFirst(tx: Db, texts: readonly MessageText[]): Promise<number[]> {
  if (!tx.isTransaction) throw new Error('messages and their texts are stored in one transaction');
  if (texts.length === 0 || !getDialect(tx).keptIds) return await insertTexts(tx, texts);
  await insertAndKeepIds(tx, { texts: jsonOf(texts) });
  return texts.map((_, index) => index + 1);
}

/** The id of a text that `insertTextsFirst` has stored in this transaction, as a value of an insert. */
export function textId(found: number | null, { keptIds }: Pick<Dialect, 'keptIds'>): number | null {
  return keptIds ? (keptIds.find(found as unknown as RawBuilder<number>) as unknown as number) : found;
}

type StoredText = MessageText & { id: number };

const findTexts = prepared<{ ids: string }, StoredText>((db, param) => {
  const isOneOf = getDialect(db).isOneOf(sql.ref('id'), param('ids'), 'integer');
  return sql<StoredText>`select id, subject, body, html from message_text where ${isOneOf}`;
});

const NO_TEXT: MessageText = { subject: null, body: '', html: null };

/** Each of `messages` with its text and its note. A text that was deleted because of its age is empty. */
export async function withTexts<Message extends { text_id: number | null; note?: string | null }>(
  db: Db | Handle,
  messages: readonly Message[],
): Promise<(Message & MessageText)[]> {
  const ids = [...new Set(messages.flatMap(({ text_id }) => text_id ?? []))];
  const texts = new Map<number, MessageText>();
  for (let from = 0; from < ids.length; from += TEXTS_PER_QUERY) {
    const some = await findTexts(db, { ids: JSON.stringify(ids.slice(from, from + TEXTS_PER_QUERY)) });
    for (const { id, ...text } of some) texts.set(id, text);
  }
  return messages.map((message) => ({
    ...message,
    ...withNote(texts.get(message.text_id ?? 0) ?? NO_TEXT, message.note ?? null),
  }));
}

/** Deletes the texts among `ids` that no message uses any longer, in the caller's transaction. */
export async function deleteUnusedTexts(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('message_text')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('delivery').select('delivery.id').whereRef('text_id', '=', 'message_text.id'))),
    )
    .execute();
}

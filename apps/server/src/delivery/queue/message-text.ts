import { withNote } from '@callpoint/alerts/plan/send-note';
import { sql } from 'kysely';
import type { Handle } from '../../db/handle.ts';
import { getDialect } from '../../db/dialect.ts';
import { insertMany } from '../../db/insert-many.ts';
import { prepared } from '../../db/prepared.ts';
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

import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import type { Db } from '../../db/tables.ts';

/** Stores so many copies of a message, each a millisecond later than the one before. */
export async function copyMessage(db: Db, messageId: number, copies: number): Promise<void> {
  const original = db.selectFrom('delivery').where('id', '=', messageId);
  const { id, ...row } = await original.selectAll().executeTakeFirstOrThrow();
  const due = Date.parse(row.next_attempt_at ?? '');
  const rows = Array.from({ length: copies }, (_, number) => ({
    message_key: `${id} ${copies} ${number}`,
    next_attempt_at: new Date(due + number + 1).toISOString(),
  }));
  const given = Object.keys(row).filter((name) => name !== 'message_key' && name !== 'next_attempt_at');
  const columns = sql.join(given.map((name) => sql.id(name)));
  const copied = getDialect(db).jsonRows(sql.val(JSON.stringify(rows)), 'copied', {
    message_key: 'text',
    next_attempt_at: 'timestamptz',
  });
  await sql`insert into delivery (${columns}, message_key, next_attempt_at)
    select ${sql.join(given.map((name) => sql.ref(`delivery.${name}`)))}, copied.message_key, copied.next_attempt_at
    from delivery cross join ${copied} where delivery.id = ${id}`.execute(db);
}

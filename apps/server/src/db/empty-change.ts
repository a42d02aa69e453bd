import { sql } from 'kysely';
import { getDialect } from './dialect.ts';
import { DatabaseUnavailable } from './postgres/unavailable.ts';
import { prepared } from './queries/prepared.ts';
import type { Db } from './tables.ts';

/**
 * Commits a change without content. It resolves when everything that was visible before is as durable as any commit: on PostgreSQL
 * also on the synchronous standbys. While another commit has waited for them for seconds, it changes nothing and rejects: PostgreSQL
 * keeps the session of a commit that waits, also after its connection has ended. On SQLite it does nothing.
 */
export async function storeEmptyChange(db: Db): Promise<void> {
  const { emptyChange } = getDialect(db);
  if (!emptyChange) return;
  // `case` calculates only what it returns.
  const change = sql<{
    stored: boolean;
  }>`select case when ${emptyChange.commitsWait} then false else ${emptyChange.value} is not null end as stored`;
  const { rows } = await change.execute(db);
  if (!rows[0]?.stored) throw new DatabaseUnavailable(new Error('commits wait for a standby'));
}

const addToTransaction = prepared<object, never>((_db, _param, { emptyChange }) => {
  if (!emptyChange) throw new Error('this database has no change without content');
  return sql`select ${emptyChange.value}`;
}, 'not read');

/** Does the same with the commit of the caller's transaction, also if that changes nothing else; that waits like any other. */
export async function addEmptyChange(tx: Db): Promise<void> {
  if (getDialect(tx).emptyChange) await addToTransaction(tx, {});
}

/**
 * Whether another commit of this role has waited for a synchronous standby for seconds. Then nothing says when it becomes visible.
 * False on SQLite.
 */
export async function commitsWait(db: Db): Promise<boolean> {
  const { emptyChange } = getDialect(db);
  if (!emptyChange) return false;
  const { rows } = await sql<{ wait: boolean }>`select ${emptyChange.commitsWait} as wait`.execute(db);
  return rows[0]?.wait === true;
}

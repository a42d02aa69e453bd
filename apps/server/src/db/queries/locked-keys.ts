import { sql } from 'kysely';
import { getDialect } from '../dialect.ts';
import { prepared } from './prepared.ts';
import type { Db } from '../tables.ts';

/** What a transaction locks: a text and a number together. */
export type Key = { text: string; number: number };

const lockAll = prepared<{ keys: string }, never>((_, param, dialect) => {
  const lock = dialect.lockKey?.(sql.ref('text'), sql.ref('number')) ?? sql.lit(null);
  return sql`select ${lock} from ${dialect.jsonRows(param('keys'), 'keys', { text: 'text', number: 'bigint' })}`;
}, 'not read');

/**
 * Locks keys in their order until the transaction ends: another transaction with one of them waits. Nothing on SQLite, which
 * has one transaction at a time.
 */
export async function lockKeys(tx: Db, keys: readonly Key[]): Promise<void> {
  if (!tx.isTransaction) throw new Error('keys are locked until a transaction ends');
  if (keys.length === 0 || !getDialect(tx).lockKey) return;
  await lockAll(tx, { keys: JSON.stringify(keys) });
}

import { MAX_ID } from '@callpoint/contract/fields';
import { getDialect } from './dialect.ts';
import { TABLES, type Db } from './tables.ts';

/** `ratio`: the last id that the table has generated, as a part of the largest possible one (0 to 1). */
export type UsedIds = { table: string; ratio: number };

/**
 * How much of its ids each table of the product has used, the most used first. Ids of deleted rows, and of rows that were not stored because
 * they existed, count too: they are not used again. Tables without a row so far are left out.
 */
export async function readUsedIds(db: Db): Promise<UsedIds[]> {
  const { lastIds } = getDialect(db);
  return (await lastIds(db))
    .filter(({ table }) => Object.hasOwn(TABLES, table))
    .map(({ table, lastId }) => ({ table, ratio: lastId / MAX_ID }))
    .toSorted((a, b) => b.ratio - a.ratio);
}

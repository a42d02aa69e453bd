import { yieldToPresses } from '../../scheduling/press-priority.ts';
import type { ListQueries, ListRow } from './compiled-list.ts';
import { findChildren } from './list-children.ts';
import type { ListQuery } from './list-query.ts';
import type { Db } from '../tables.ts';

const PORTION = 10;

/** The items of ids, in their order, read in portions. */
export async function itemsByIds<Item>(
  db: Db,
  list: ListQuery<Item>,
  queries: ListQueries,
  ids: readonly number[],
): Promise<Item[]> {
  const items: Item[] = [];
  for (let from = 0; from < ids.length; from += PORTION) {
    items.push(...(await fewItemsByIds(db, list, queries, ids.slice(from, from + PORTION))));
    await yieldToPresses();
  }
  return items;
}

/** The items of a few ids, in their order. */
export async function fewItemsByIds<Item>(
  db: Db,
  list: ListQuery<Item>,
  queries: ListQueries,
  ids: readonly number[],
): Promise<Item[]> {
  const rows = await queries.rows(db, { ids: JSON.stringify(ids.map((id) => ({ id }))) });
  const byId = new Map<unknown, ListRow>(rows.map((row) => [row['id'], row]));
  // A row may have been deleted meanwhile.
  const found = ids.flatMap((id): ListRow[] => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
  return await itemsOf(db, list, found);
}

/** The items of rows, with the rows of the other table that belong to them. */
export async function itemsOf<Item>(
  db: Db,
  list: ListQuery<Item>,
  rows: readonly ListRow[],
): Promise<Item[]> {
  const children = list.children && (await findChildren(db, list.children, rows));
  return rows.map((row) => list.item(row, children?.get(row['id']) ?? []));
}

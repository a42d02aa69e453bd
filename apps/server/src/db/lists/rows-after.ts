import { itemsByIds, itemsOf } from './list-items.ts';
import type { ListPosition, ListQuery, PageRequest } from './list-query.ts';
import { nextRows, positionOf } from './next-rows.ts';
import { prepare } from './prepared-list.ts';
import { scanRows } from './scan.ts';
import type { Db } from '../tables.ts';

/**
 * The next `limit` rows of `list` after a position, or the first ones. No row is read twice when others are inserted or
 * deleted. With a search, it ends where its scan does.
 */
export async function readRowsAfter<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  position: ListPosition | null,
  limit: number,
): Promise<{ items: Item[]; position: ListPosition | null }> {
  const prepared = prepare(teamId, list, request, null);
  if (prepared.isScan) {
    const { rows } = await scanRows(db, teamId, list, request, position, limit);
    const ids = rows.map(({ id }) => id as number);
    const last = rows.at(-1);
    return {
      items: await itemsByIds(db, list, prepared.queries, ids),
      position: last && rows.length >= limit ? positionOf(last, request.sort) : null,
    };
  }
  const step = await nextRows(request, position, limit, async (after, given) => {
    const { queries, params } = prepare(teamId, list, request, after);
    return await queries.page(db, { ...params, ...given });
  });
  return { items: await itemsOf(db, list, step.rows), position: step.position };
}

import type { ListRow, QueryShape } from './compiled-list.ts';
import { itemsOf } from './list-items.ts';
import type { ListPosition, ListQuery, PageRequest } from './list-query.ts';
import { prepare, withoutScan } from './prepared-list.ts';
import type { Db } from '../tables.ts';

/** Rows of a list after a position. Unlike a page they cost the same at any position. */

/** `position`: of the last row; null after the end of the list. */
type Step<Part> = Part & { position: ListPosition | null };

/**
 * The next `limit` rows of `list` after a position, or the first ones. No row is read twice when others are inserted or deleted. With a
 * search, the list ends where its scan does.
 */
export async function readRowsAfter<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  position: ListPosition | null,
  limit: number,
): Promise<Step<{ items: Item[] }>> {
  const step = await nextRows(request, position, limit, async (after, most) => {
    const { queries, params } = prepare(teamId, list, request, after);
    return await queries.page(db, { ...params, ...positionParams(position), limit: most, offset: 0 });
  });
  return { items: await itemsOf(db, list, step.rows), position: step.position };
}

/**
 * Examines the next `most` rows after a position, or the first ones: the ids of those that meet all conditions, in order. Unlike a scan,
 * it can continue until the end of the list.
 */
export async function findIdsAfter<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  position: ListPosition | null,
  most: number,
): Promise<Step<{ ids: number[] }>> {
  const examined = withoutScan(list, request);
  const step = await nextRows(request, position, most, async (after, limit) => {
    const { queries, params } = prepare(teamId, list, examined, after);
    return await queries.ids(db, { ...params, ...positionParams(position), limit, offset: 0 });
  });
  const ids = step.rows.map((row) => row['id'] as number);
  const { queries, params } = prepare(teamId, list, request, null);
  const matches = await queries.matches(db, { ...params, ids: JSON.stringify(ids) });
  const found = new Set(matches.map(({ id }) => id));
  return { ids: ids.filter((id) => found.has(id)), position: step.position };
}

async function nextRows(
  { sort }: PageRequest,
  position: ListPosition | null,
  limit: number,
  read: (after: QueryShape['after'], most: number) => Promise<ListRow[]>,
): Promise<Step<{ rows: ListRow[] }>> {
  // Two queries, because SQLite would scan all rows with the same value if one query compared both columns.
  const equal = position && sort !== 'id' ? await read('equal', limit) : [];
  const beyond = equal.length < limit ? await read(position && 'beyond', limit - equal.length) : [];
  const rows = [...equal, ...beyond];
  const last = rows.at(-1);
  const isComplete = !last || rows.length < limit;
  return { rows, position: isComplete ? null : { sorted: last[sort], id: last['id'] as number } };
}

function positionParams(position: ListPosition | null) {
  return { afterSorted: position?.sorted, afterId: position?.id };
}

import { pageCount, type SortOrder } from '@callpoint/contract/paging';
import type { ListQuery, PageRequest } from './list-query.ts';
import type { ListQueries } from './compiled-list.ts';
import { PlatformDb } from '../handles/platform.ts';
import { itemsByIds, itemsOf } from './list-items.ts';
import { prepare } from './prepared-list.ts';
import { scanRows } from './scan.ts';
import type { Db } from '../tables.ts';

/**
 * Pages of a list. The ids of a page's rows are read from an index before the join, so that a deep page costs an index
 * scan and 20 rows instead of a join of all earlier rows.
 */

export type PageOf<Item> = {
  items: Item[];
  pagination: { page: number; pageSize: number; pageCount: number; total?: number; searched?: number };
};

/** A page of more rows is read in batches, because all its rows take hundreds of milliseconds. */
export const LONG_PAGE = 50;

/** One page of `list`, only with the tenant's rows unless `teamId` is null. A page past the end is empty. */
export async function pagedList<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
): Promise<PageOf<Item>> {
  const prepared = prepare(teamId, list, request, null);
  const { queries, params, filters, filterIns } = prepared;
  if (prepared.isScan) return await scannedPage(db, teamId, list, request, queries);
  const countAtMost = request.page * request.per_page + (list.countAtMost ?? 0);
  params['countAtMost'] = countAtMost;

  const total =
    (filterIns.size === 0 ? await list.total?.(new PlatformDb(db), teamId, filters) : null) ??
    (await queries.count(db, params))[0]?.total ??
    0;
  const isExact = list.countAtMost === undefined || total < countAtMost;
  return {
    items: await itemsOfPage(db, teamId, list, request, { prepared, total: isExact ? total : null }),
    pagination: {
      page: request.page,
      pageSize: request.per_page,
      pageCount: pageCount(total, request.per_page),
      ...(isExact ? { total } : {}),
    },
  };
}

/**
 * The items of a page. A page in the second half of the list is read from the end: its cost depends on its distance from
 * the nearer end.
 * @param prepared the queries of the request in its own order; `total`: null if it is not known
 */
async function itemsOfPage<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  { prepared, total }: { prepared: ReturnType<typeof prepare>; total: number | null },
): Promise<Item[]> {
  const offset = (request.page - 1) * request.per_page;
  if (total !== null && offset >= total) return [];
  const isFromEnd = total !== null && offset > total / 2;
  const { queries, params } = isFromEnd
    ? prepare(teamId, list, { ...request, order: reversed(request.order) }, null)
    : prepared;
  params['limit'] = isFromEnd ? Math.min(request.per_page, total - offset) : request.per_page;
  params['offset'] = isFromEnd ? Math.max(0, total - offset - request.per_page) : offset;
  const inOrder = <Row>(rows: Row[]) => (isFromEnd ? rows.toReversed() : rows);
  return request.per_page > LONG_PAGE
    ? await itemsByIds(
        db,
        list,
        queries,
        inOrder(await queries.ids(db, params)).map(({ id }) => id),
      )
    : await itemsOf(db, list, inOrder(await queries.page(db, params)));
}

function reversed(order: SortOrder): SortOrder {
  return order === 'asc' ? 'desc' : 'asc';
}

/** A page of the rows that a scan finds, and their number. */
async function scannedPage<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
  queries: ListQueries,
): Promise<PageOf<Item>> {
  const { page, per_page } = request;
  const { rows, searched } = await scanRows(db, teamId, list, request, null, Infinity);
  const found = rows.slice((page - 1) * per_page, page * per_page).map(({ id }) => id as number);
  return {
    items: await itemsByIds(db, list, queries, found),
    pagination: {
      page,
      pageSize: per_page,
      pageCount: pageCount(rows.length, per_page),
      ...(searched === null ? { total: rows.length } : { searched }),
    },
  };
}

/** The number of rows of a request; null where it is not known because more are counted or examined than allowed. */
export type RowCount = { total: number | null; searched: number | null };

/** Counts rows up to `list.countAtMost`, or those that a scan finds. */
export async function countRows<Item>(
  db: Db,
  teamId: number | null,
  list: ListQuery<Item>,
  request: PageRequest,
): Promise<RowCount> {
  const { queries, params, filters, filterIns, isScan: examines } = prepare(teamId, list, request, null);
  const stored = filterIns.size === 0 ? await list.total?.(new PlatformDb(db), teamId, filters) : null;
  if (stored !== null && stored !== undefined) return { total: stored, searched: null };
  if (examines) {
    const { rows, searched } = await scanRows(db, teamId, list, request, null, Infinity);
    return { total: searched === null ? rows.length : null, searched };
  }
  const most = list.countAtMost ?? 0;
  const total = (await queries.count(db, { ...params, countAtMost: most + 1 }))[0]?.total ?? 0;
  return { total: total > most ? null : total, searched: null };
}

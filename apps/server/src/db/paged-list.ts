import { pageCount } from '@callpoint/contract/paging';
import { afterPresses } from '../scheduling/press-priority.ts';
import { childrenOf } from './list-children.ts';
import type { ListPlan, PageRequest } from './list-plan.ts';
import { queriesFor, type Params, type Queries, type Row, type Shape } from './list-queries.ts';
import { PlatformDb } from './platform.ts';
import type { Db } from './tables.ts';

/**
 * Pages of a list. The page's rows are found in an index first and joined after, so that a deep page costs the
 * walk along the index and 20 rows, not a join of all that comes before.
 */

export type PageOf<Item> = {
  items: Item[];
  pagination: { page: number; pageSize: number; pageCount: number };
};

/** A page of more rows is read in portions: together its rows take hundreds of milliseconds. */
export const LONG_PAGE = 50;
const PORTION = 10;

/** One page of `plan`, confined to a tenant where `teamId` is one. A page past the end is empty. */
export async function pagedList<Item>(
  db: Db,
  teamId: number | null,
  plan: ListPlan<Item>,
  request: PageRequest,
): Promise<PageOf<Item>> {
  const { queries, params, filters, filterIns } = prepare(teamId, plan, request, null);
  params['limit'] = request.per_page;
  params['offset'] = (request.page - 1) * request.per_page;
  params['countAtMost'] = request.page * request.per_page + (plan.countAtMost ?? 0);

  const total =
    (filterIns.size === 0 ? await plan.total?.(new PlatformDb(db), teamId, filters) : null) ??
    (await queries.count(db, params))[0]?.total ??
    0;
  return {
    items:
      request.per_page > LONG_PAGE
        ? await itemsInPortions(db, plan, queries, params)
        : await itemsOf(db, plan, await queries.page(db, params)),
    pagination: {
      page: request.page,
      pageSize: request.per_page,
      pageCount: pageCount(total, request.per_page),
    },
  };
}

async function itemsInPortions<Item>(
  db: Db,
  plan: ListPlan<Item>,
  queries: Queries,
  params: Params,
): Promise<Item[]> {
  const ids = (await queries.ids(db, params)).map(({ id }) => id);
  const items: Item[] = [];
  for (let from = 0; from < ids.length; from += PORTION) {
    const portion = ids.slice(from, from + PORTION);
    const rows = await queries.rows(db, { ids: JSON.stringify(portion.map((id) => ({ id }))) });
    const byId = new Map<unknown, Row>(rows.map((row) => [row['id'], row]));
    // A row may have been deleted since.
    const found = portion.flatMap((id): Row[] => {
      const row = byId.get(id);
      return row ? [row] : [];
    });
    items.push(...(await itemsOf(db, plan, found)));
    await afterPresses();
  }
  return items;
}

/** Where a walk along a list stands: what the last row that was read is sorted by, and its id. */
export type ListPlace = { sorted: unknown; id: number };

/**
 * The next `limit` rows of `plan` after a place, or the first ones. Unlike a page it costs the same however far along
 * it is, and no row is read twice when others come in or go.
 */
export async function rowsAfter<Item>(
  db: Db,
  teamId: number | null,
  plan: ListPlan<Item>,
  request: PageRequest,
  place: ListPlace | null,
  limit: number,
): Promise<{ items: Item[]; place: ListPlace | null }> {
  const read = async (after: Shape['after'], most: number) => {
    const { queries, params } = prepare(teamId, plan, request, after);
    Object.assign(params, { limit: most, offset: 0, afterSorted: place?.sorted, afterId: place?.id });
    return await queries.page(db, params);
  };
  // In two steps, as SQLite would walk over all that are equal to the place for one comparison of both columns.
  const equal = place && request.sort !== 'id' ? await read('equal', limit) : [];
  const beyond = equal.length < limit ? await read(place && 'beyond', limit - equal.length) : [];
  const rows = [...equal, ...beyond];
  const last = rows.at(-1);
  const ended = !last || rows.length < limit;
  return {
    items: await itemsOf(db, plan, rows),
    place: ended ? null : { sorted: last[request.sort], id: last['id'] as number },
  };
}

async function itemsOf<Item>(db: Db, plan: ListPlan<Item>, rows: readonly Row[]): Promise<Item[]> {
  const children = plan.children && (await childrenOf(db, plan.children, rows));
  return rows.map((row) => plan.item(row, children?.get(row['id']) ?? []));
}

/** The queries for a request, and the parameters that they share. */
function prepare<Item>(
  teamId: number | null,
  plan: ListPlan<Item>,
  request: PageRequest,
  after: Shape['after'],
) {
  const filters = new Map(given(plan.filters, 'filter_', request));
  const choices = given(Object.keys(plan.choices ?? {}), 'filter_', request) as [string, string][];
  const filterIns = new Map(given(plan.filterIns, 'filterin_', request));
  const shape: Shape = {
    confined: teamId !== null && plan.tenantColumn !== null,
    filters: [...filters.keys()],
    choices,
    filterIns: [...filterIns.keys()],
    sort: request.sort,
    order: request.order,
    related: plan.related !== undefined && request['related'] === plan.related.table,
    after,
  };
  const params: Params = { tenant: teamId };
  for (const [name, value] of filters)
    params[`filter_${name}`] = plan.comparisons?.[name]?.param?.(value) ?? value;
  for (const [name, value] of filterIns) params[`filterin_${name}`] = JSON.stringify(value);

  const all = new Map<string, unknown>([...filters, ...choices]);
  return { queries: queriesFor(plan, shape), params, filters: all, filterIns };
}

function given(names: readonly string[], prefix: string, request: PageRequest): [string, unknown][] {
  return names
    .map((name): [string, unknown] => [name, request[prefix + name]])
    .filter(([, value]) => value !== undefined);
}

import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { pageCount, type SortOrder } from '@callpoint/contract/paging';
import { databaseKind } from './connection.ts';
import { jsonRows } from './json-rows.ts';
import { childrenOf, type Children } from './list-children.ts';
import { prepared } from './prepared.ts';
import type { Db, TableName } from './tables.ts';

/**
 * Pages of a list. The page's rows are found in an index first and joined after, so that a deep page costs the
 * walk along the index and 20 rows, not a join of all that comes before. Each shape of a query is compiled once.
 */

/** What the query of a list call says, as the contract's `listQuery` reads it. */
export type PageRequest = {
  page: number;
  per_page: number;
  sort: string;
  order: SortOrder;
} & Record<string, unknown>;

export type ListPlan<Item> = {
  table: TableName;
  /** Columns to read of the table. */
  columns: readonly string[];
  /** What is worked out for each row of a page, by the name that it is read as. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Fields that `filter_X` and `filterin_X` may name. */
  filters: readonly string[];
  filterIns: readonly string[];
  /** How a filter compares where it isn't that its column equals its value. */
  comparisons?: Readonly<Record<string, Comparison>>;
  /** Filters that stand for a condition: `filter_X=v` is the one of `v`. */
  choices?: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>>;
  /** The column that confines a tenant; null for a list that is the same for everybody. */
  tenantColumn: 'team_id' | 'id' | null;
  /** Another table's columns, joined when the call says `related=<table>`; each read as `<table>_<column>`. */
  related?: { table: TableName; on: string; columns: readonly string[] };
  /** Filters that leave a handful of rows: with one of them, no row is looked for by its tenant. */
  selective?: readonly string[];
  /** Where a total is kept instead of counted, for the filters that it can answer. */
  total?: (db: Db, teamId: number | null, filters: ReadonlyMap<string, unknown>) => Promise<number | null>;
  /** Counting stops so many rows after the page that is asked for: `pageCount` then says how many there are at least. */
  countAtMost?: number;
  /** Rows of another table that belong to each row. */
  children?: Children;
  item: (row: Record<string, unknown>, children: Record<string, unknown>[]) => Item;
};

export type Comparison = {
  /** The parameter of the condition, made of what the call says; left out, it is that. */
  param?: (given: unknown) => unknown;
  where: (param: unknown) => RawBuilder<unknown>;
};

/** `filter_from` and `filter_to` of a list of rows that are made at a moment. */
export const CREATED_BETWEEN: Readonly<Record<string, Comparison>> = {
  from: { where: (param) => sql`created_at >= ${param}` },
  to: { where: (param) => sql`created_at < ${param}` },
};

export type PageOf<Item> = {
  items: Item[];
  pagination: { page: number; pageSize: number; pageCount: number };
};

type Shape = {
  confined: boolean;
  filters: readonly string[];
  /** Name and value of each. */
  choices: readonly (readonly [string, string])[];
  filterIns: readonly string[];
  sort: string;
  order: SortOrder;
  related: boolean;
  /** Only rows that come after a place: those that are equal in what they are sorted by, or those beyond them. */
  after: 'equal' | 'beyond' | null;
};
type Row = Record<string, unknown>;
type Params = Record<string, unknown>;
type Queries = {
  page: ReturnType<typeof pageQuery>;
  ids: ReturnType<typeof idsQuery>;
  rows: ReturnType<typeof rowsQuery>;
  count: ReturnType<typeof countQuery>;
};

/** A page of more rows is read in portions of so many: rows of long texts take milliseconds each. */
export const LONG_PAGE = 50;

const kept = new WeakMap<object, Map<string, Queries>>();

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

  const keptTotal = filterIns.size === 0 ? ((await plan.total?.(db, teamId, filters)) ?? null) : null;
  const total = keptTotal ?? (await queries.count(db, params))[0]?.total ?? 0;
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
  for (let from = 0; from < ids.length; from += LONG_PAGE) {
    const portion = ids.slice(from, from + LONG_PAGE);
    const rows = await queries.rows(db, { ids: JSON.stringify(portion.map((id) => ({ id }))) });
    const byId = new Map<unknown, Row>(rows.map((row) => [row['id'], row]));
    // A row may have been deleted since.
    const found = portion.flatMap((id): Row[] => {
      const row = byId.get(id);
      return row ? [row] : [];
    });
    items.push(...(await itemsOf(db, plan, found)));
    // Calls that wait for the event loop go first.
    await setImmediate();
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

function queriesFor<Item>(plan: ListPlan<Item>, shape: Shape): Queries {
  let shapes = kept.get(plan);
  if (!shapes) kept.set(plan, (shapes = new Map()));
  const key = JSON.stringify(shape);
  let queries = shapes.get(key);
  if (!queries) {
    queries = {
      page: pageQuery(plan, shape),
      ids: idsQuery(plan, shape),
      rows: rowsQuery(plan, shape),
      count: countQuery(plan, shape),
    };
    shapes.set(key, queries);
  }
  return queries;
}

// Every name that becomes SQL here comes from a plan or from the contract's lists, never from a caller's text.

function conditions<Item>(
  plan: ListPlan<Item>,
  shape: Shape,
  db: Db,
  param: (name: string) => unknown,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  // SQLite would rather walk along all rows of the tenant, as they are in order. With a sign it cannot.
  const selective = plan.selective?.some((name) => shape.filters.includes(name)) ?? false;
  const tenant = (name: string) => sql`${sql.raw(selective ? '+' : '')}${sql.ref(name)}`;
  if (shape.confined && plan.tenantColumn) parts.push(sql`${tenant(plan.tenantColumn)} = ${param('tenant')}`);
  for (const name of shape.filters) {
    const value = param(`filter_${name}`);
    const column = name === plan.tenantColumn ? tenant(name) : sql.ref(name);
    parts.push(plan.comparisons?.[name]?.where(value) ?? sql`${column} = ${value}`);
  }
  for (const [name, value] of shape.choices) {
    const condition = plan.choices?.[name]?.[value];
    if (condition) parts.push(condition);
  }
  for (const name of shape.filterIns) parts.push(inList(db, name, param(`filterin_${name}`)));
  if (shape.after) parts.push(afterPlace(shape, param));
  return parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`;
}

function afterPlace({ sort, order, after }: Shape, param: (name: string) => unknown): RawBuilder<unknown> {
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  if (sort === 'id') return sql`id ${beyond} ${param('afterId')}`;
  return after === 'equal'
    ? sql`${sql.ref(sort)} = ${param('afterSorted')} and id ${beyond} ${param('afterId')}`
    : sql`${sql.ref(sort)} ${beyond} ${param('afterSorted')}`;
}

/** `name` is one of a JSON list: one parameter however many values, so that the query keeps its shape. */
function inList(db: Db, name: string, values: unknown): RawBuilder<unknown> {
  return databaseKind(db) === 'postgres'
    ? sql`${sql.ref(name)} in (select json_array_elements_text(${values}::json))`
    : sql`${sql.ref(name)} in (select value from json_each(${values}))`;
}

function pageQuery<Item>(plan: ListPlan<Item>, shape: Shape) {
  return prepared<Params, Row>((db, param) => {
    const { columns, join } = selection(plan, shape);
    return sql<Row>`select ${columns} from (${pageOfIndex(plan, shape, db, param)}
      ) as page join ${sql.table(plan.table)} on ${sql.ref(`${plan.table}.id`)} = page.id ${join}
      order by ${orderOf('page', shape)}`;
  });
}

/** The ids of a page, in its order. */
function idsQuery<Item>(plan: ListPlan<Item>, shape: Shape) {
  return prepared<Params, { id: number }>(
    (db, param) => sql<{ id: number }>`${pageOfIndex(plan, shape, db, param)}`,
  );
}

/** The rows of some ids, in any order. */
function rowsQuery<Item>(plan: ListPlan<Item>, shape: Shape) {
  return prepared<{ ids: string }, Row>((db, param) => {
    const { columns, join } = selection(plan, shape);
    const ids = jsonRows(db, param('ids'), 'page', { id: 'integer' });
    return sql<Row>`select ${columns} from ${ids} join ${sql.table(plan.table)}
      on ${sql.ref(`${plan.table}.id`)} = page.id ${join}`;
  });
}

function pageOfIndex<Item>(
  plan: ListPlan<Item>,
  shape: Shape,
  db: Db,
  param: (name: string) => unknown,
): RawBuilder<unknown> {
  return sql`
        select ${sql.join(sortedBy(shape).map((name) => sql.ref(name)))}
        from ${sql.table(plan.table)} ${conditions(plan, shape, db, param)}
        order by ${orderOf(plan.table, shape)} limit ${param('limit')} offset ${param('offset')}`;
}

function sortedBy({ sort }: Shape): string[] {
  return sort === 'id' ? ['id'] : [sort, 'id'];
}

function orderOf(table: string, shape: Shape): RawBuilder<unknown> {
  const direction = sql.raw(shape.order);
  return sql.join(sortedBy(shape).map((name) => sql`${sql.ref(`${table}.${name}`)} ${direction}`));
}

/** The columns of a row, and the join that some of them need. */
function selection<Item>(plan: ListPlan<Item>, shape: Shape) {
  const columns: RawBuilder<unknown>[] = plan.columns.map((name) => sql.ref(`${plan.table}.${name}`));
  for (const [name, value] of Object.entries(plan.computed ?? {})) {
    columns.push(sql`${value} as ${sql.ref(name)}`);
  }
  if (!shape.related || !plan.related) return { columns: sql.join(columns), join: sql`` };
  const { table: other, on, columns: theirs } = plan.related;
  columns.push(
    ...theirs.map((name) => sql`${sql.ref(`${other}.${name}`)} as ${sql.ref(`${other}_${name}`)}`),
  );
  return {
    columns: sql.join(columns),
    join: sql`join ${sql.table(other)} on ${sql.ref(`${other}.id`)} = ${sql.ref(`${plan.table}.${on}`)}`,
  };
}

function countQuery<Item>(plan: ListPlan<Item>, shape: Shape) {
  return prepared<Params, { total: number }>((db, param) => {
    const rows = sql`from ${sql.table(plan.table)} ${conditions(plan, shape, db, param)}`;
    return plan.countAtMost === undefined
      ? sql<{ total: number }>`select count(*) as total ${rows}`
      : sql<{
          total: number;
        }>`select count(*) as total from (select 1 ${rows} limit ${param('countAtMost')}) as counted`;
  });
}

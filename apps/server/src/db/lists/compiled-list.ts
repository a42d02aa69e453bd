import { sql, type RawBuilder } from 'kysely';
import type { SortOrder } from '@callpoint/contract/paging';
import type { DbColumn } from '../columns.ts';
import { getDialect } from '../dialect.ts';
import type { ListQuery } from './list-query.ts';
import { prepared } from '../queries/prepared.ts';
import type { SearchParam } from './search-conditions.ts';
import { TABLES, type Db } from '../tables.ts';

/** The queries of lists. Each query shape is compiled once. */

export type QueryShape = {
  confined: boolean;
  filters: readonly string[];
  /** Name and value of each. */
  choices: readonly (readonly [string, string])[];
  filterIns: readonly string[];
  search: boolean;
  sort: string;
  order: SortOrder;
  related: boolean;
  /** Only rows after a position: rows with the same value in the sorted column, or rows with later values. */
  after: 'equal' | 'beyond' | null;
};
export type ListRow = Record<string, unknown>;
export type QueryParams = Record<string, unknown>;
export type ListQueries = {
  page: ReturnType<typeof pageQuery>;
  ids: ReturnType<typeof idsQuery>;
  rows: ReturnType<typeof rowsQuery>;
  examined: ReturnType<typeof examinedQuery>;
  count: ReturnType<typeof countQuery>;
};

const compiledQueries = new WeakMap<object, Map<string, ListQueries>>();

/** The compiled queries of a list for one shape. */
export function queriesFor<Item>(list: ListQuery<Item>, shape: QueryShape): ListQueries {
  let shapes = compiledQueries.get(list);
  if (!shapes) compiledQueries.set(list, (shapes = new Map()));
  const key = JSON.stringify(shape);
  let queries = shapes.get(key);
  if (!queries) {
    queries = {
      page: pageQuery(list, shape),
      ids: idsQuery(list, shape),
      rows: rowsQuery(list, shape),
      examined: examinedQuery(list, shape),
      count: countQuery(list, shape),
    };
    shapes.set(key, queries);
  }
  return queries;
}

// Every name that becomes SQL here comes from a ListQuery or from the contract's lists, never from a caller's text.

type ParamOf = (name: string) => unknown;

/** Whether the rows are examined one by one, because no index serves some conditions. */
export function isScan<Item>({ scan }: ListQuery<Item>, { search, choices }: QueryShape): boolean {
  return scan !== undefined && (search || choices.some(([name]) => scan.choices.includes(name)));
}

/** The rows of a query that is no scan: `from` and `where`. */
function source<Item>(list: ListQuery<Item>, shape: QueryShape, db: Db, param: ParamOf): RawBuilder<unknown> {
  return sql`from ${sql.table(list.table)}
    ${where([...indexed(list, shape, db, param), ...scanned(list, shape, db, param)])}`;
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** The conditions that only a scan evaluates: the search and some choices. */
function scanned<Item>(
  list: ListQuery<Item>,
  shape: QueryShape,
  db: Db,
  param: ParamOf,
): RawBuilder<unknown>[] {
  const parts = choiceConditions(list, shape, (name) => list.scan?.choices.includes(name) ?? false);
  if (shape.search && list.search) {
    const dialect = getDialect(db);
    const search: SearchParam = {
      value: (name) => sql`${param(`search_${name}`)}`,
      isIn: (text, name) => dialect.includes(text, search.value(name)),
    };
    parts.push(sql`(${list.search(search, dialect)})`);
  }
  return parts;
}

function choiceConditions<Item>(
  list: ListQuery<Item>,
  shape: QueryShape,
  isWanted: (name: string) => boolean,
): RawBuilder<unknown>[] {
  return shape.choices
    .filter(([name]) => isWanted(name))
    .flatMap(([name, value]) => list.choices?.[name]?.[value] ?? []);
}

/** The conditions that an index serves, or that are evaluated for the rows of an index. */
function indexed<Item>(
  list: ListQuery<Item>,
  shape: QueryShape,
  db: Db,
  param: ParamOf,
): RawBuilder<unknown>[] {
  const parts = notDeleted(list);
  // Otherwise the database would scan all rows of the tenant, because they are already in order.
  const selective = list.selective?.some((name) => shape.filters.includes(name)) ?? false;
  const tenant = (name: string) => (selective ? getDialect(db).withoutIndex(sql.ref(name)) : sql.ref(name));
  if (shape.confined && list.tenantColumn) parts.push(sql`${tenant(list.tenantColumn)} = ${param('tenant')}`);
  for (const name of shape.filters) {
    const value = param(`filter_${name}`);
    const isSelective = list.selective?.includes(name) ?? false;
    const column = name.endsWith('_id') && !isSelective ? tenant(name) : sql.ref(name);
    // With `=`, SQLite would plan the query again for each value, because an index may have a condition on the column. With `in`, it
    // never uses such an index: a filter that needs it is one of the list's choices.
    parts.push(list.comparisons?.[name]?.where(value) ?? sql`${column} in (${value})`);
  }
  parts.push(...choiceConditions(list, shape, (name) => !list.scan?.choices.includes(name)));
  for (const name of shape.filterIns) parts.push(inList(list, db, name, param(`filterin_${name}`)));
  if (shape.after) parts.push(afterPosition(list, shape, param));
  return parts;
}

function notDeleted<Item>({ table }: ListQuery<Item>): RawBuilder<unknown>[] {
  return 'removed_at' in TABLES[table] ? [sql`${sql.ref(`${table}.removed_at`)} is null`] : [];
}

function afterPosition<Item>(list: ListQuery<Item>, shape: QueryShape, param: ParamOf): RawBuilder<unknown> {
  const { sort, order, after } = shape;
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  if (sort === 'id') return sql`id ${beyond} ${param('afterId')}`;
  const sorted = sortedBy(list, sort);
  return after === 'equal'
    ? sql`${sorted} = ${param('afterSorted')} and id ${beyond} ${param('afterId')}`
    : sql`${sorted} ${beyond} ${param('afterSorted')}`;
}

/** True where `name` is in a JSON list: one parameter for any number of values, so that the query keeps its shape. */
function inList<Item>(list: ListQuery<Item>, db: Db, name: string, values: unknown): RawBuilder<unknown> {
  const columns: Readonly<Record<string, DbColumn>> = TABLES[list.table];
  const type = columns[name]?.kind === 'text' ? 'text' : 'integer';
  return getDialect(db).isOneOf(sql.ref(name), values, type);
}

function pageQuery<Item>(list: ListQuery<Item>, shape: QueryShape) {
  return prepared<QueryParams, ListRow>((db, param) => {
    return sql<ListRow>`select ${columnsOf(list, shape)} from (${pageOfIndex(list, shape, db, param)}
      ) as page join ${sql.table(list.table)} on ${sql.ref(`${list.table}.id`)} = page.id ${joinedTable(list)}
      order by ${sql.join(sortColumns(shape).map((name) => sql`${sql.ref(`page.${name}`)} ${directionOf(shape)}`))}`;
  });
}

/** The ids of a page, in its order. */
function idsQuery<Item>(list: ListQuery<Item>, shape: QueryShape) {
  return prepared<QueryParams, { id: number }>(
    (db, param) => sql<{ id: number }>`${pageOfIndex(list, shape, db, param)}`,
  );
}

/** The rows of some ids, in any order. */
function rowsQuery<Item>(list: ListQuery<Item>, shape: QueryShape) {
  return prepared<{ ids: string }, ListRow>((db, param) => {
    const ids = getDialect(db).jsonRows(param('ids'), 'page', { id: 'integer' });
    return sql<ListRow>`select ${columnsOf(list, shape)} from ${ids} join ${sql.table(list.table)}
      on ${sql.ref(`${list.table}.id`)} = page.id ${joinedTable(list)} ${where(notDeleted(list))}`;
  });
}

/** The next rows in the order of the list, and whether they meet the conditions of a scan. */
function examinedQuery<Item>(list: ListQuery<Item>, shape: QueryShape) {
  return prepared<QueryParams, ListRow & { is_match: number }>((db, param) => {
    const sorted = sortColumns(shape);
    const columns = (list.scan?.columns ?? []).filter((name) => !sorted.includes(name));
    return sql<ListRow & { is_match: number }>`
      select ${sql.join(sorted.map((name) => sql.ref(name)))},
        case when ${sql.join(scanned(list, shape, db, param), sql` and `)} then 1 else 0 end as is_match
      from (select ${sql.join([...sorted.map((name) => sortedAs(list, name)), ...columns.map((name) => sql.ref(name))])}
        from ${sql.table(list.table)} ${where(indexed(list, shape, db, param))}
        order by ${orderOf(list, shape)} limit cast(${param('limit')} as bigint)) as ${sql.table(list.table)}
      order by ${sql.join(sorted.map((name) => sql`${sql.ref(name)} ${directionOf(shape)}`))}`;
  });
}

/** A row of the list without a row of the other table is read too. */
function joinedTable<Item>({ table, joined }: ListQuery<Item>): RawBuilder<unknown> {
  if (!joined) return sql``;
  const { table: other, on } = joined;
  return sql`left join ${sql.table(other)} on ${sql.ref(`${other}.${on}`)} = ${sql.ref(`${table}.id`)}`;
}

function pageOfIndex<Item>(
  list: ListQuery<Item>,
  shape: QueryShape,
  db: Db,
  param: ParamOf,
): RawBuilder<unknown> {
  return sql`
        select ${sql.join(sortColumns(shape).map((name) => sortedAs(list, name)))}
        ${source(list, shape, db, param)}
        order by ${orderOf(list, shape)} limit cast(${param('limit')} as bigint) offset ${param('offset')}`;
}

function sortColumns({ sort }: QueryShape): string[] {
  return sort === 'id' ? ['id'] : [sort, 'id'];
}

function sortedBy<Item>({ table, orders }: ListQuery<Item>, name: string): RawBuilder<unknown> {
  return orders?.[name] ?? sql.ref(`${table}.${name}`);
}

function sortedAs<Item>(list: ListQuery<Item>, name: string): RawBuilder<unknown> {
  return sql`${sortedBy(list, name)} as ${sql.ref(name)}`;
}

function orderOf<Item>(list: ListQuery<Item>, shape: QueryShape): RawBuilder<unknown> {
  return sql.join(sortColumns(shape).map((name) => sql`${sortedBy(list, name)} ${directionOf(shape)}`));
}

function directionOf({ order }: QueryShape): RawBuilder<unknown> {
  return order === 'asc' ? sql`asc` : sql`desc`;
}

function columnsOf<Item>(list: ListQuery<Item>, shape: QueryShape): RawBuilder<unknown> {
  const names = [...list.columns, ...(shape.related && list.related ? [list.related.column] : [])];
  const columns: RawBuilder<unknown>[] = names.map((name) => sql.ref(`${list.table}.${name}`));
  for (const name of list.joined?.columns ?? []) {
    columns.push(
      sql`${sql.ref(`${list.joined?.table}.${name}`)} as ${sql.ref(`${list.joined?.table}_${name}`)}`,
    );
  }
  for (const [name, value] of Object.entries(list.computed ?? {})) {
    columns.push(sql`${value} as ${sql.ref(name)}`);
  }
  return sql.join(columns);
}

function countQuery<Item>(list: ListQuery<Item>, shape: QueryShape) {
  return prepared<QueryParams, { total: number }>((db, param) => {
    const rows = source(list, shape, db, param);
    return list.countAtMost === undefined
      ? sql<{ total: number }>`select count(*) as total ${rows}`
      : sql<{
          total: number;
        }>`select count(*) as total from (select 1 ${rows} limit cast(${param('countAtMost')} as bigint)) as counted`;
  });
}

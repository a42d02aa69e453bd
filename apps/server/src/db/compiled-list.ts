import { sql, type RawBuilder } from 'kysely';
import type { SortOrder } from '@callpoint/contract/paging';
import { getDialect } from './dialect.ts';
import type { ListQuery } from './list-query.ts';
import { prepared } from './prepared.ts';
import type { Db } from './tables.ts';

/** The queries of lists. Each query shape is compiled once. */

export type QueryShape = {
  confined: boolean;
  filters: readonly string[];
  /** Name and value of each. */
  choices: readonly (readonly [string, string])[];
  filterIns: readonly string[];
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
      count: countQuery(list, shape),
    };
    shapes.set(key, queries);
  }
  return queries;
}

// Every name that becomes SQL here comes from a ListQuery or from the contract's lists, never from a caller's text.

function conditions<Item>(
  list: ListQuery<Item>,
  shape: QueryShape,
  db: Db,
  param: (name: string) => unknown,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  // Otherwise the database would scan all rows of the tenant, because they are already in order.
  const selective = list.selective?.some((name) => shape.filters.includes(name)) ?? false;
  const tenant = (name: string) => (selective ? getDialect(db).withoutIndex(sql.ref(name)) : sql.ref(name));
  if (shape.confined && list.tenantColumn) parts.push(sql`${tenant(list.tenantColumn)} = ${param('tenant')}`);
  for (const name of shape.filters) {
    const value = param(`filter_${name}`);
    const column = name === list.tenantColumn ? tenant(name) : sql.ref(name);
    parts.push(list.comparisons?.[name]?.where(value) ?? sql`${column} = ${value}`);
  }
  for (const [name, value] of shape.choices) {
    const condition = list.choices?.[name]?.[value];
    if (condition) parts.push(condition);
  }
  for (const name of shape.filterIns) parts.push(inList(db, name, param(`filterin_${name}`)));
  if (shape.after) parts.push(afterPosition(shape, param));
  return parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`;
}

function afterPosition(
  { sort, order, after }: QueryShape,
  param: (name: string) => unknown,
): RawBuilder<unknown> {
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  if (sort === 'id') return sql`id ${beyond} ${param('afterId')}`;
  return after === 'equal'
    ? sql`${sql.ref(sort)} = ${param('afterSorted')} and id ${beyond} ${param('afterId')}`
    : sql`${sql.ref(sort)} ${beyond} ${param('afterSorted')}`;
}

/** True where `name` is in a JSON list: one parameter for any number of values, so that the query keeps its shape. */
function inList(db: Db, name: string, values: unknown): RawBuilder<unknown> {
  return sql`${sql.ref(name)} in (${getDialect(db).jsonValues(values)})`;
}

function pageQuery<Item>(list: ListQuery<Item>, shape: QueryShape) {
  return prepared<QueryParams, ListRow>((db, param) => {
    const { columns, join } = selection(list, shape);
    return sql<ListRow>`select ${columns} from (${pageOfIndex(list, shape, db, param)}
      ) as page join ${sql.table(list.table)} on ${sql.ref(`${list.table}.id`)} = page.id ${join}
      order by ${orderOf('page', shape)}`;
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
    const { columns, join } = selection(list, shape);
    const ids = getDialect(db).jsonRows(param('ids'), 'page', { id: 'integer' });
    return sql<ListRow>`select ${columns} from ${ids} join ${sql.table(list.table)}
      on ${sql.ref(`${list.table}.id`)} = page.id ${join}`;
  });
}

function pageOfIndex<Item>(
  list: ListQuery<Item>,
  shape: QueryShape,
  db: Db,
  param: (name: string) => unknown,
): RawBuilder<unknown> {
  return sql`
        select ${sql.join(sortColumns(shape).map((name) => sql.ref(name)))}
        from ${sql.table(list.table)} ${conditions(list, shape, db, param)}
        order by ${orderOf(list.table, shape)} limit ${param('limit')} offset ${param('offset')}`;
}

function sortColumns({ sort }: QueryShape): string[] {
  return sort === 'id' ? ['id'] : [sort, 'id'];
}

function orderOf(table: string, shape: QueryShape): RawBuilder<unknown> {
  const direction = shape.order === 'asc' ? sql`asc` : sql`desc`;
  return sql.join(sortColumns(shape).map((name) => sql`${sql.ref(`${table}.${name}`)} ${direction}`));
}

/** The columns of a row, and the join that some of them need. */
function selection<Item>(list: ListQuery<Item>, shape: QueryShape) {
  const columns: RawBuilder<unknown>[] = list.columns.map((name) => sql.ref(`${list.table}.${name}`));
  for (const [name, value] of Object.entries(list.computed ?? {})) {
    columns.push(sql`${value} as ${sql.ref(name)}`);
  }
  if (!shape.related || !list.related) return { columns: sql.join(columns), join: sql`` };
  const { table: other, on, columns: theirs } = list.related;
  columns.push(
    ...theirs.map((name) => sql`${sql.ref(`${other}.${name}`)} as ${sql.ref(`${other}_${name}`)}`),
  );
  return {
    columns: sql.join(columns),
    join: sql`join ${sql.table(other)} on ${sql.ref(`${other}.id`)} = ${sql.ref(`${list.table}.${on}`)}`,
  };
}

function countQuery<Item>(list: ListQuery<Item>, shape: QueryShape) {
  return prepared<QueryParams, { total: number }>((db, param) => {
    const rows = sql`from ${sql.table(list.table)} ${conditions(list, shape, db, param)}`;
    return list.countAtMost === undefined
      ? sql<{ total: number }>`select count(*) as total ${rows}`
      : sql<{
          total: number;
        }>`select count(*) as total from (select 1 ${rows} limit ${param('countAtMost')}) as counted`;
  });
}

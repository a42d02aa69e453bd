import { sql, type RawBuilder } from 'kysely';
import type { SortOrder } from '@callpoint/contract/paging';
import type { Dialect } from '../dialect.ts';
import type { Children } from './list-children.ts';
import type { PlatformDb } from '../handles/platform.ts';
import type { SearchParam } from './search-conditions.ts';
import type { TableName } from '../tables.ts';

/** Lists as data: which columns a list reads, filters and sorts. */

/** The parsed query of a list call; see the contract's `listQuery`. */
export type PageRequest = {
  page: number;
  per_page: number;
  sort: string;
  order: SortOrder;
} & Record<string, unknown>;

/** The request for the first rows with a text, newest first. */
export function searchRequest(search: string, most: number, sort = 'id'): PageRequest {
  return { page: 1, per_page: most, sort, order: 'desc', filter_search: search };
}

/** The position of the last row read: its value in the sorted column, and its id. */
export type ListPosition = { sorted: unknown; id: number };

export type ListQuery<Item> = {
  table: TableName;
  /** The columns of the table that the list returns. */
  columns: readonly string[];
  /** Computed columns of each row of a page, by their names in the result. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The one row of another table that belongs to a row: its columns are in the result, with the table's name in front. */
  joined?: { table: TableName; on: string; columns: readonly string[] };
  /** Fields for `filter_X` and `filterin_X`. */
  filters: readonly string[];
  filterIns: readonly string[];
  /** Filters with another comparison than equality. */
  comparisons?: Readonly<Record<string, FilterComparison>>;
  /** Filters with one condition for each value: `filter_X=v` applies the condition of `v`. */
  choices?: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>>;
  /** The condition of `filter_search`; `param` has the `SearchParams` in its SQL. */
  search?: (param: SearchParam, dialect: Dialect) => RawBuilder<unknown>;
  /**
   * Sort keys that are expressions of the table's columns, for lists that are read by page. An index needs exactly the same expression.
   */
  orders?: Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * The search and the named choices have no index: they examine only the first `rows` rows that match all other
   * filters, in the requested order, so that no call scans a table. `columns`: the columns that their conditions, and the
   * `orders`, compare.
   */
  scan?: { rows: number; choices: readonly string[]; columns: readonly string[] };
  /** The column with the tenant of a row; null for a list that is the same for all tenants. */
  tenantColumn: 'team_id' | 'id' | null;
  /** The column with the id of a row of another table, read if the call has `related=<table>`. */
  related?: { table: TableName; column: string };
  /** Filters that match only a few rows: with one of them, the query uses no index of the tenant or of another id. */
  selective?: readonly string[];
  /** Reads a stored total instead of counting, for the filters that it covers; null for others. */
  total?: (
    platform: PlatformDb,
    teamId: number | null,
    filters: ReadonlyMap<string, unknown>,
  ) => Promise<number | null>;
  /** Counting stops this many rows after the requested page. `pageCount` is then the minimum number of pages. */
  countAtMost?: number;
  /** Rows of another table that belong to each row. */
  children?: Children;
  item: (row: Record<string, unknown>, children: Record<string, unknown>[]) => Item;
};

export type FilterComparison = {
  /** Converts the value of the call to the condition's parameter; by default the value is used unchanged. */
  param?: (given: unknown) => unknown;
  where: (param: unknown) => RawBuilder<unknown>;
};

/** `filter_from` and `filter_to` of a list whose rows have a time. */
export const CREATED_BETWEEN: Readonly<Record<string, FilterComparison>> = {
  from: { where: (param) => sql`created_at >= ${param}` },
  to: { where: (param) => sql`created_at < ${param}` },
};

import { sql, type RawBuilder } from 'kysely';
import type { SortOrder } from '@callpoint/contract/paging';
import type { Children } from './list-children.ts';
import type { PlatformDb } from './platform.ts';
import type { TableName } from './tables.ts';

/** Lists as data: which columns a list reads, filters and sorts. */

/** The parsed query of a list call; see the contract's `listQuery`. */
export type PageRequest = {
  page: number;
  per_page: number;
  sort: string;
  order: SortOrder;
} & Record<string, unknown>;

export type ListQuery<Item> = {
  table: TableName;
  /** The columns of the table that the list returns. */
  columns: readonly string[];
  /** Computed columns of each row of a page, by their names in the result. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Fields for `filter_X` and `filterin_X`. */
  filters: readonly string[];
  filterIns: readonly string[];
  /** Filters with another comparison than equality. */
  comparisons?: Readonly<Record<string, FilterComparison>>;
  /** Filters with one condition for each value: `filter_X=v` applies the condition of `v`. */
  choices?: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>>;
  /** The column with the tenant of a row; null for a list that is the same for all tenants. */
  tenantColumn: 'team_id' | 'id' | null;
  /** Columns of another table, joined if the call has `related=<table>`. Their names are `<table>_<column>`. */
  related?: { table: TableName; on: string; columns: readonly string[] };
  /** Filters that match only a few rows: with one of them, the query does not use the index on the tenant. */
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

import { sql, type RawBuilder } from 'kysely';
import type { SortOrder } from '@callpoint/contract/paging';
import type { Children } from './list-children.ts';
import type { PlatformDb } from './platform.ts';
import type { TableName } from './tables.ts';

/** Lists as data: what a list reads, filters and sorts. */

/** What the query of a list call says, as the contract's `listQuery` reads it. */
export type PageRequest = {
  page: number;
  per_page: number;
  sort: string;
  order: SortOrder;
} & Record<string, unknown>;

export type ListQuery<Item> = {
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
  /** Reads a stored total instead of counting, for the filters that it covers; null for others. */
  total?: (
    platform: PlatformDb,
    teamId: number | null,
    filters: ReadonlyMap<string, unknown>,
  ) => Promise<number | null>;
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

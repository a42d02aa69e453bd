import type { ReactNode } from 'react';
import type { SortOrder } from '@callpoint/contract/paging';
import type { ListState } from '../list/list-state.ts';

/** One column, which is also one fact of a row's card on a narrow screen. */
export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The key by which the server sorts; omitted if it cannot. */
  sort?: string;
  /** The order after the first click on the header; ascending if omitted. */
  firstOrder?: SortOrder;
  /** Numbers are aligned right, with figures of one width. */
  numeric?: boolean;
  /** Narrowest useful width in pixels. */
  minWidth?: number;
}

export interface RowAction {
  label: string;
  icon: ReactNode;
  /** Shown last and separate. */
  danger?: boolean;
  onSelect: () => void;
}

/** What part of a list is shown. */
export type ListView = Pick<ListState, 'page' | 'perPage' | 'sort' | 'order'>;

export type ChangeView = (change: Partial<ListView>) => void;

export interface TableShape<Row> {
  /** The name of the rows, e.g. `App users`; the accessible name of the table. */
  name: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => number;
  /** The name of a row in the name of its menu, e.g. `Anna Berg`. */
  rowName: (row: Row) => string;
  /** Heading of the last column, and its content before the menu. */
  actionsHeader?: string;
  rowLinks?: (row: Row) => ReactNode;
  actions?: (row: Row) => readonly RowAction[];
  /** Keys of the columns that a card shows, the most urgent first; the first one is the card's heading. */
  card: readonly string[];
}

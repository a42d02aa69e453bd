import type { BulkResult } from '@callpoint/contract/bulk';
import type { ReactNode } from 'react';
import type { SortOrder } from '@callpoint/contract/paging';
import type { ListState } from '../list/list-state.ts';

/** The narrowest useful widths of a column, in pixels: of any, and of `Nov 20, 2026, 12:48:13 PM`. */
const MIN_WIDTH = 96;
const TIME_WIDTH = 188;

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
  /** The narrowest useful width in pixels; wider ones share the rest of the table. By default 96, for times 188. */
  minWidth?: number;
  /** The width in pixels at which most texts are complete: it is reached before other columns share the rest. */
  width?: number;
  /** The width in pixels at which long texts are complete, or short ones take one line: reached after the `width` of all columns. */
  wide?: number;
  /** Which columns reach their `width` first if there is not enough room for all: the lowest. Then the same for `wide`. */
  rank?: number;
  /** The column gets no wider than that: dates, numbers, states. */
  fixed?: boolean;
  /** On a card, the value follows its header: `No` or `10` means nothing alone. */
  isLabeled?: boolean;
  /** On a card, these facts instead of the cell: each has its own header. */
  facts?: readonly Column<Row>[];
  /** Texts that people wrote: on a card they take two lines. */
  isText?: boolean;
  /** Its texts wrap instead of ending with an ellipsis: lists of changes, descriptions. */
  wraps?: boolean;
  /** A long text takes two lines, broken between words: names, emails. */
  twoLines?: boolean;
  /** The column of the link to the row's record: it cannot be hidden. */
  isLink?: boolean;
  /** Its values are times: the column does not get wider, and the header names the time zone. */
  isTime?: boolean;
}

/** Pixels that a column needs at least. */
export function minWidthOf<Row>({ minWidth, isTime }: Column<Row>): number {
  return minWidth ?? (isTime ? TIME_WIDTH : MIN_WIDTH);
}

export interface HeldCounts {
  blocked: number;
  all: number;
}

/** An action for the selected rows. */
export interface BulkAction<Row> {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  /** Whether the action applies to a row; by default to each. */
  applies?: (row: Row) => boolean;
  /** Why it does not apply to rows where a reader expects it: shown next to the actions; null if it applies to all of those. */
  missing?: (rows: readonly Row[]) => string | null;
  /** Of the held messages of the rows, those that can’t be released: shown next to the actions, if there are any. */
  countHeld?: (rows: readonly Row[]) => HeldCounts;
  /** Resolves to the keys of the changed rows and of those that failed; null if nothing was tried: the rows stay selected. */
  run: (rows: readonly Row[]) => Promise<BulkResult | null>;
}

export interface RowAction {
  label: string;
  icon: ReactNode;
  /** Shown last and separate. */
  danger?: boolean;
  onSelect: () => void;
}

/** A button in a row. */
export interface RowButtonSpec {
  verb: string;
  /** The verb and the row, e.g. `Block Ana Flores`. */
  label: string;
  /** Pressed again before it is finished, the button does nothing. */
  onClick: () => Promise<unknown>;
}

/** Instead of the button: why the row has none. */
export interface RowNoteSpec {
  note: string;
  /** The same in a sentence. */
  title: string;
}

/** What part of a list is shown. */
export type ListView = Pick<ListState, 'page' | 'perPage' | 'sort' | 'order'>;

export type ChangeView = (change: Partial<ListView>) => void;

export interface TableShape<Row> {
  /** The name of the rows, e.g. `App users`; the accessible name of the table. */
  name: string;
  columns: readonly Column<Row>[];
  /** The same facts in fewer columns, for a table without enough room; without them, the rows become cards. */
  fewerColumns?: readonly Column<Row>[] | undefined;
  rowKey: (row: Row) => number;
  /** The name of a row in the name of its menu, e.g. `Anna Berg`. */
  rowName: (row: Row) => string;
  /** Heading of the last column, and its content before the menu. */
  actionsHeader?: string;
  rowLinks?: (row: Row) => ReactNode;
  /** The action that people need most: without a menu it takes one click less. */
  rowButton?: (row: Row) => RowButtonSpec | RowNoteSpec | null;
  /** Pixels of the last column, if a row has more than a menu or a link. */
  actionsWidth?: number;
  actions?: (row: Row) => readonly RowAction[];
  /**
   * Keys of the columns that a card shows: its heading, and two or three facts. The second is the first line below the
   * heading.
   */
  card: readonly string[];
  /** Actions for several rows; without them, rows cannot be selected. */
  bulk?: readonly BulkAction<Row>[];
  /** Why the last action of one row failed: shown below it. */
  failure?: { row: number; text: string } | undefined;
  /** True for a row that waits for someone: it stands out. */
  isUrgent?: (row: Row) => boolean;
}

import { tableTexts } from '../texts/table.ts';

/** The rows that the reader sees, and the rows on the server: rows must not move under a hand that is about to act. */

export interface WithId {
  id: number;
}

export interface PendingChanges {
  /** Rows added since; a full page of them may mean more. */
  newer: number;
  /** True for any other change, e.g. a row was deleted elsewhere. */
  changed: boolean;
}

/** Compares a newest-first page as it is shown with the current page. */
export function pendingChanges(
  shown: readonly WithId[],
  fresh: readonly WithId[],
  pageSize: number,
): PendingChanges {
  const newest = Math.max(0, ...shown.map(({ id }) => id));
  const newer = fresh.filter(({ id }) => id > newest);
  // Newer rows push as many off the end of the page.
  const expected = [...newer, ...shown].slice(0, pageSize);
  const same = expected.length === fresh.length && expected.every(({ id }, index) => id === fresh[index]?.id);
  return { newer: newer.length, changed: !same };
}

/** The label of the button above the rows; null if there is nothing new. */
export function pendingText({ newer, changed }: PendingChanges, pageSize: number): string | null {
  if (newer > 0) return newer >= pageSize ? tableTexts.showNewOrMore(newer) : tableTexts.showNew(newer);
  return changed ? tableTexts.showChanges : null;
}

/** True for the first rows of a list that is shown as empty. */
export function replacesEmptyList(shown: readonly WithId[], fresh: readonly WithId[]): boolean {
  return shown.length === 0 && fresh.length > 0;
}

/** The rows in their positions, each with its current values. */
export function inShownOrder<Row extends WithId>(
  shown: readonly Row[],
  fresh: readonly Row[] | undefined,
): readonly Row[] {
  const now = new Map(fresh?.map((row) => [row.id, row]));
  return shown.map((row) => now.get(row.id) ?? row);
}

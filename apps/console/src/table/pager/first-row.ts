interface ShownPage {
  shown: number;
  /** The number of all rows, where it is known. */
  total: number | undefined;
  isFirst: boolean;
  isLast: boolean;
  /** The number of the first row, counted page by page; it may be anything that someone typed. */
  start: number;
}

/**
 * The number of a page's first row in a list whose pages have no numbers; null if it is not known, as for a page whose
 * link someone shared without it.
 */
export function firstRow({ shown, total, isFirst, isLast, start }: ShownPage): number | null {
  if (shown === 0) return null;
  if (isFirst) return 1;
  // New rows have moved the others since they were counted.
  if (total !== undefined && isLast) return Math.max(1, total - shown + 1);
  const isPossible =
    Number.isInteger(start) && start > 1 && (total === undefined || start + shown <= total + 1);
  return isPossible ? start : null;
}

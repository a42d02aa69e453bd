/** A gap of omitted pages; the number distinguishes two of them. */
export type PageGap = { gap: 1 | 2 };

/** With more pages than this, not all are named: only the first, the last, and those around the current one. */
const MAX_NAMED = 7;

/** The pages that a pager names, from 1: `1 … 5 6 7 … 20`, always about as many, so that it does not jump. */
export function shownPages(current: number, total: number): (number | PageGap)[] {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (total <= MAX_NAMED) return from(1, total);
  if (current <= 4) return [...from(1, 5), { gap: 2 }, total];
  if (current >= total - 3) return [1, { gap: 1 }, ...from(total - 4, total)];
  return [1, { gap: 1 }, ...from(current - 1, current + 1), { gap: 2 }, total];
}

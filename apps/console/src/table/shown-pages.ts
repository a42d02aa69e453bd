/** Where pages are left out; the number tells two of them apart. */
export type Gap = { gap: 1 | 2 };

/** More pages than so many are not all named: the first, the last, and those around the current one are. */
const ALL_UP_TO = 7;

/** The pages that a pager names, from 1: `1 … 5 6 7 … 20`, always about as many, so that it does not jump. */
export function shownPages(current: number, total: number): (number | Gap)[] {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (total <= ALL_UP_TO) return from(1, total);
  if (current <= 4) return [...from(1, 5), { gap: 2 }, total];
  if (current >= total - 3) return [1, { gap: 1 }, ...from(total - 4, total)];
  return [1, { gap: 1 }, ...from(current - 1, current + 1), { gap: 2 }, total];
}

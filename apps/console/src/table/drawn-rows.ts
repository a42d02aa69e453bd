import { useDeferredValue } from 'react';

/** Enough to start reading. */
const FIRST = 3;

/** The rows to draw: the first ones are painted before all others. On a slow phone each takes a hundredth of a second. */
export function useDrawnRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isPainted = useDeferredValue(rows.length > 0, false);
  return isPainted || rows.length <= FIRST ? rows : rows.slice(0, FIRST);
}

import { useDeferredValue } from 'react';

/** About as many as a window shows. */
const IN_VIEW = 8;

/** The rows to draw: those in view are painted first, all others in the next render. On a slow phone each takes a hundredth of a second. */
export function useDrawnRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isPainted = useDeferredValue(rows.length > 0, false);
  return isPainted || rows.length <= IN_VIEW ? rows : rows.slice(0, IN_VIEW);
}

import type { BulkResult } from '@callpoint/contract/bulk';
import { useState } from 'react';
import { select, type Selection } from './selection.ts';

/** The selected rows of a list, and why the last action failed for some of its rows, by their key. */
export function useSelection<Row>(keyOf: (row: Row) => number) {
  const [selection, setSelection] = useState<Selection<Row>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  return {
    selection,
    failures,
    onSelect: (rows: readonly Row[], isSelected: boolean) =>
      setSelection((now) => select(now, rows, isSelected, keyOf)),
    onClear: () => {
      setSelection(new Map());
      setFailures(new Map());
    },
    /** If all rows failed, they stay selected. */
    onDone: ({ done, failed }: BulkResult) => {
      setFailures(new Map(failed.map(({ id, msg }) => [id, msg])));
      if (done.length > 0) setSelection(new Map());
    },
  };
}

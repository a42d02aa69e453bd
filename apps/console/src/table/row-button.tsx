import { useBusy } from '../states/use-busy.ts';
import classes from './table.module.css';
import type { RowButtonSpec } from './table-types.ts';

/** The button of a row. Not the component library's: a table has up to 500 of these. */
export function RowButton({ spec }: { spec: RowButtonSpec | null }) {
  const { busy, run } = useBusy();
  if (spec === null) return null;
  const { verb, label, onClick } = spec;
  return (
    <button
      type="button"
      className={classes['rowButton']}
      aria-label={label}
      // Not `disabled`: the focus returns to it from the confirmation.
      aria-disabled={busy || undefined}
      onClick={() => void (busy || run(onClick))}
    >
      {verb}
    </button>
  );
}

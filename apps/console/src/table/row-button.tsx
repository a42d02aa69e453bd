import { useBusy } from '../states/use-busy.ts';
import classes from './table.module.css';
import type { RowButtonSpec, RowNoteSpec } from './table-types.ts';

/** The button of a row, or why it has none. */
export function RowButton({ spec }: { spec: RowButtonSpec | RowNoteSpec | null }) {
  if (spec === null) return null;
  if ('verb' in spec) return <ActionButton spec={spec} />;
  return (
    <small className={classes['rowNote']} title={spec.title}>
      {spec.note}
    </small>
  );
}

/** Not the component library's: a table has up to 500 of these. */
function ActionButton({ spec: { verb, label, onClick } }: { spec: RowButtonSpec }) {
  const { busy, run } = useBusy();
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

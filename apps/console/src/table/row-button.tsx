import { useBusy } from '../states/use-busy.ts';
import classes from './table.module.css';

interface RowButtonProps {
  /** The verb and the row, e.g. `Block Ana Flores`. */
  label: string;
  /** The visible verb. */
  children: string;
  /** Pressed again before it is finished, the button does nothing. */
  onClick: () => Promise<unknown>;
}

/** A button in a row. Not the component library's: a table has up to 500 of these. */
export function RowButton({ label, children, onClick }: RowButtonProps) {
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
      {children}
    </button>
  );
}

/** Why a row has no button. */
export function RowNote({ title, children }: { title: string; children: string }) {
  return (
    <span className={classes['rowNote']} title={title}>
      {children}
    </span>
  );
}

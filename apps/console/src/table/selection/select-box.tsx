import classes from '../table.module.css';

interface SelectBoxProps {
  label: string;
  /** `some`: neither checked nor empty. */
  state: 'all' | 'some' | 'none';
  /** The id of the text that says why an action failed for the row. */
  failureId?: string | undefined;
  onChange: (isSelected: boolean) => void;
}

/** A checkbox that selects a row or a page. Not the component library's: a table has up to 500 of these. */
export function SelectBox({ label, state, failureId, onChange }: SelectBoxProps) {
  return (
    <label className={classes['box']} data-unprinted>
      <input
        ref={(element) => {
          if (element) element.indeterminate = state === 'some';
        }}
        type="checkbox"
        aria-label={label}
        aria-describedby={failureId}
        checked={state === 'all'}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

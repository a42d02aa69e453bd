import classes from '../table.module.css';

interface SelectBoxProps {
  label: string;
  /** `some`: neither checked nor empty. */
  state: 'all' | 'some' | 'none';
  onChange: (isSelected: boolean) => void;
}

/** A checkbox that selects a row or a page. Not the component library's: a table has up to 500 of these. */
export function SelectBox({ label, state, onChange }: SelectBoxProps) {
  return (
    <label className={classes['box']} data-unprinted>
      <input
        ref={(element) => {
          if (element) element.indeterminate = state === 'some';
        }}
        type="checkbox"
        aria-label={label}
        checked={state === 'all'}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

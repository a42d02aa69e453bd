import classes from './list-filters.module.css';

interface ChoiceButtonsProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  /** The chosen value; one that no button has if none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** The choices that people need most in one row of buttons: one press each. */
export function ChoiceButtons({ label, choices, value, onChange }: ChoiceButtonsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a row of a flex layout
    <div role="group" aria-label={label} className={classes['buttons']}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

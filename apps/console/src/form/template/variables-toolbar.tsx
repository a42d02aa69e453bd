import { useRef, useState, type KeyboardEvent } from 'react';
import { formTexts } from '../../texts/form.ts';
import classes from '../form.module.css';
import { keepFocus } from '../fields/keep-focus.ts';

export interface TemplateVariable {
  label: string;
  /** What is inserted. */
  text: string;
  /** The value that replaces it when the text is used. */
  example?: string;
}

interface VariablesToolbarProps {
  /** The field that it inserts into: its id and its label. */
  controls: string;
  field: string;
  variables: readonly TemplateVariable[];
  onInsert: (text: string) => void;
}

/** The variables that a text can contain, one button each. One stop of the Tab key; arrow keys move inside. */
export function VariablesToolbar({ controls, field, variables, onInsert }: VariablesToolbarProps) {
  const [current, setCurrent] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  function move(event: KeyboardEvent) {
    const next = nextIndex(event.key, current, variables.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    buttons.current[next]?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on the buttons inside
    <div
      role="toolbar"
      aria-label={formTexts.insertInto(field)}
      aria-controls={controls}
      className={classes['variables']}
      onKeyDown={move}
    >
      <span aria-hidden className={classes['variablesLabel']}>
        {formTexts.insert}
      </span>
      {variables.map((variable, index) => (
        <button
          key={variable.label}
          type="button"
          ref={(button) => {
            buttons.current[index] = button;
          }}
          className={classes['variable']}
          tabIndex={index === current ? 0 : -1}
          // With the mouse, the text keeps its focus and its cursor.
          onMouseDown={keepFocus}
          onFocus={() => setCurrent(index)}
          onClick={() => onInsert(variable.text)}
        >
          {variable.label}
        </button>
      ))}
    </div>
  );
}

function nextIndex(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

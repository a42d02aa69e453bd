import { useId } from 'react';
import classes from './choices.module.css';
import { Problem } from './note.tsx';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
  problem?: string | null;
}

/** One of a few, each a large row. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, options, chosen, onChoose, problem = null } = props;
  const [name, problemId] = [useId(), useId()];
  return (
    <fieldset className={classes['choices']} aria-describedby={problem ? problemId : undefined}>
      <legend>{legend}</legend>
      <div className={classes['options']}>
        {options.map(({ value, label }) => (
          <label key={value} className={classes['option']}>
            <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
            {label}
          </label>
        ))}
      </div>
      {problem && <Problem id={problemId}>{problem}</Problem>}
    </fieldset>
  );
}

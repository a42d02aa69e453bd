import { useId } from 'react';
import controls from '../../display/controls.module.css';
import { Problem } from '../../display/note.tsx';
import { durationText } from './duration-text.ts';

interface MinutesFieldProps {
  label: string;
  options: readonly number[];
  value: number;
  onChange: (minutes: number) => void;
  /** Why the value is rejected. */
  problem?: string | null;
}

/** A choice of durations: the phone's own list is easier to use with gloves than typing. */
export function MinutesField({ label, options, value, onChange, problem = null }: MinutesFieldProps) {
  const [id, problemId] = [useId(), useId()];
  return (
    <div className={controls['field']}>
      <label htmlFor={id} className={controls['label']}>
        {label}
      </label>
      <select
        id={id}
        className={controls['input']}
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {options.map((minutes) => (
          <option key={minutes} value={minutes}>
            {durationText(minutes)}
          </option>
        ))}
      </select>
      {problem !== null && <Problem id={problemId}>{problem}</Problem>}
    </div>
  );
}

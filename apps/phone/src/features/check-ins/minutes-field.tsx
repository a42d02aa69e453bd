import { useId } from 'react';
import controls from '../../display/controls.module.css';
import { durationText } from './duration-text.ts';

interface MinutesFieldProps {
  label: string;
  options: readonly number[];
  value: number;
  onChange: (minutes: number) => void;
}

/** A choice of durations: the phone's own list is easier to use with gloves than typing. */
export function MinutesField({ label, options, value, onChange }: MinutesFieldProps) {
  const id = useId();
  return (
    <div className={controls['field']}>
      <label htmlFor={id} className={controls['label']}>
        {label}
      </label>
      <select
        id={id}
        className={controls['input']}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {options.map((minutes) => (
          <option key={minutes} value={minutes}>
            {durationText(minutes)}
          </option>
        ))}
      </select>
    </div>
  );
}

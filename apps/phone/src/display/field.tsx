import { useId } from 'react';
import classes from './controls.module.css';
import { Problem } from './note.tsx';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Quiet words after the label or below it. */
  hint?: string;
  problem?: string | null;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  maxLength?: number;
  lines?: boolean;
}

/** A labeled text field; its problem is below it. */
export function Field({
  label,
  value,
  onChange,
  hint,
  problem = null,
  type = 'text',
  lines,
  ...more
}: FieldProps) {
  const [id, hintId, problemId] = [useId(), useId(), useId()];
  const described = [hint ? hintId : null, problem ? problemId : null].filter(Boolean).join(' ');
  const shared = {
    id,
    className: classes['input'],
    value,
    'aria-invalid': problem !== null,
    'aria-describedby': described || undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...more,
  };
  return (
    <div className={classes['field']}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      {lines ? <textarea {...shared} /> : <input type={type} {...shared} />}
      {hint && (
        <p id={hintId} className={classes['soft']}>
          {hint}
        </p>
      )}
      {problem && <Problem id={problemId}>{problem}</Problem>}
    </div>
  );
}

import '@mantine/core/styles/Input.layer.css';
import type { ReactNode } from 'react';
import { errorLines } from './error-lines.tsx';

/** The props that all fields have. */
export interface InputFieldProps {
  id: string;
  /** Omitted if a separate label exists, for example in the header of a table's row. */
  label?: string;
  /** Shown below the field. */
  help?: ReactNode;
  value: string;
  /** Sentences; empty if nothing is wrong. */
  problems: readonly string[];
  onChange: (value: string) => void;
  /** Called when the person leaves the field. */
  onLeave?: () => void;
}

export interface FieldProps extends InputFieldProps {
  label: string;
}

/** The props that all of Mantine's inputs accept. */
export function inputProps({ id, label, help, value, problems, onChange, onLeave }: InputFieldProps) {
  return {
    id,
    label,
    description: help,
    value,
    required: true,
    error: errorLines(problems),
    onBlur: () => onLeave?.(),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
}

import '@mantine/core/styles/Input.layer.css';
import type { ReactNode } from 'react';
import { errorLines } from './error-lines.tsx';

/** What a field is told. */
export interface InputFieldProps {
  id: string;
  /** Left out where a label of its own stands elsewhere, like in the header of a table's row. */
  label?: string;
  /** Stands below the field. */
  help?: ReactNode;
  value: string;
  /** Sentences; empty when nothing is wrong. */
  problems: readonly string[];
  onChange: (value: string) => void;
  /** The person goes on to something else. */
  onLeave?: () => void;
}

export interface FieldProps extends InputFieldProps {
  label: string;
}

type Part = 'label' | 'input' | 'error' | 'description';

/** Label above, problems and help below. */
export const LAYOUT: { withAsterisk: false; inputWrapperOrder: Part[] } = {
  withAsterisk: false,
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
};

/** Those of them that all of Mantine's inputs take: label above, problems and help below. */
export function inputProps({ id, label, help, value, problems, onChange, onLeave }: InputFieldProps) {
  return {
    ...LAYOUT,
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

import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../form.module.css';

interface FixedFieldProps {
  id: string;
  label: string;
  help: ReactNode;
  value: string;
}

/** A value that is shown among the fields, but can't be changed. */
export function FixedField({ id, label, help, value }: FixedFieldProps) {
  return (
    <TextInput
      id={id}
      label={label}
      description={help}
      value={value}
      readOnly
      classNames={{ input: classes['fixed'] ?? '' }}
    />
  );
}

import { Textarea, TextInput } from '@mantine/core';
import classes from './form.module.css';
import { inputProps, type FieldProps } from './field-props.ts';

interface TextFieldProps extends FieldProps {
  /** Several lines; the field grows with its content. */
  long?: boolean;
  optional?: boolean;
  inputMode?: 'text' | 'email' | 'tel';
  autoComplete?: string;
}

/** A text of one line or several. */
export function TextField({
  long = false,
  optional = false,
  inputMode = 'text',
  autoComplete = 'off',
  ...field
}: TextFieldProps) {
  const props = { ...inputProps(field), required: !optional, inputMode, autoComplete };
  if (!long) return <TextInput {...props} />;
  return <Textarea {...props} classNames={{ input: classes['grows'] ?? '' }} />;
}

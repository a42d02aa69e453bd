import { Textarea, TextInput } from '@mantine/core';
import classes from '../form.module.css';
import { inputProps, type InputFieldProps } from './field-props.ts';

interface TextFieldProps extends InputFieldProps {
  /** A longer label for people who don't see the field's context. */
  fullLabel?: string;
  /** The element id of its form, if the field is not inside it. */
  form?: string;
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
  fullLabel,
  form,
  ...field
}: TextFieldProps) {
  const props = {
    ...inputProps(field),
    required: !optional,
    inputMode,
    autoComplete,
    form,
    'aria-label': fullLabel,
  };
  if (!long) return <TextInput {...props} />;
  return <Textarea {...props} classNames={{ input: classes['autoGrow'] ?? '' }} />;
}

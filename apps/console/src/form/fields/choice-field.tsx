import { NativeSelect } from '@mantine/core';
import { formTexts } from '../../texts/form.ts';
import { inputProps, type FieldProps } from './field-props.ts';

interface ChoiceFieldProps extends FieldProps {
  choices: readonly { value: string; label: string }[];
}

/** One of a few values. It may start at “Select”, which can't be saved. */
export function ChoiceField({ choices, ...field }: ChoiceFieldProps) {
  return <NativeSelect {...inputProps(field)} data={[{ value: '', label: formTexts.select }, ...choices]} />;
}

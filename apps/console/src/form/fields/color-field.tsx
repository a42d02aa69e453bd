import { TextInput } from '@mantine/core';
import { formTexts } from '../../texts/form.ts';
import { inputProps, type FieldProps } from './field-props.ts';
import classes from '../form.module.css';

const COLOR = /^#[0-9a-f]{6}$/i;

/** A color like #FF544F: typed, or chosen with the browser's own picker. */
export function ColorField(field: FieldProps) {
  return (
    <TextInput
      {...inputProps(field)}
      autoComplete="off"
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes['swatch']}
          aria-label={formTexts.chooseColor(field.label)}
          value={COLOR.test(field.value) ? field.value.toLowerCase() : '#000000'}
          onChange={(event) => field.onChange(event.currentTarget.value.toUpperCase())}
        />
      }
    />
  );
}

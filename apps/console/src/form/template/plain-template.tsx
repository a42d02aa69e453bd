import { Textarea, TextInput } from '@mantine/core';
import { useImperativeHandle, useLayoutEffect, useRef, type RefObject } from 'react';
import { inputProps, type FieldProps } from '../fields/field-props.ts';
import classes from '../form.module.css';
import { insertAt } from './insert.ts';

/** Inserts a text at its cursor. */
export interface VariableInput {
  insert: (text: string) => void;
}

interface PlainTemplateProps extends FieldProps {
  long: boolean;
  handle: RefObject<VariableInput | null>;
  /** The last position of the cursor; null until the field had the focus. */
  caret: number | null;
  /** Called when the field gets and loses the focus, then with the position of the cursor. */
  onFocus: (isInside: boolean, caret: number | null) => void;
}

/** A text with variables in an ordinary field of the browser. */
export function PlainTemplate({ long, handle, caret, onFocus, ...field }: PlainTemplateProps) {
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const next = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (next.current === null) return;
    control.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });

  useImperativeHandle(handle, () => ({
    insert(text) {
      const end = field.value.length;
      // A field that never had the focus reports its cursor at the start.
      const isKnown = caret !== null || document.activeElement === control.current;
      const { selectionStart, selectionEnd } = (isKnown && control.current) || {};
      const created = insertAt(field.value, { start: selectionStart ?? end, end: selectionEnd ?? end }, text);
      next.current = created.caret;
      control.current?.focus();
      field.onChange(created.text);
    },
  }));

  const props = {
    ...inputProps(field),
    onFocus: () => onFocus(true, caret),
    onBlur: () => {
      onFocus(false, control.current?.selectionEnd ?? null);
      field.onLeave?.();
    },
  };
  if (!long) return <TextInput ref={control} {...props} autoComplete="off" />;
  return <Textarea ref={control} {...props} classNames={{ input: classes['autoGrow'] ?? '' }} />;
}

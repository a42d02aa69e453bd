import { Textarea, TextInput } from '@mantine/core';
import { useImperativeHandle, useLayoutEffect, useRef, type RefObject } from 'react';
import { inputProps, type FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { insertAt } from './insert.ts';

/** Takes a piece at its cursor. */
export interface TakesPieces {
  insert: (text: string) => void;
}

interface PlainTemplateProps extends FieldProps {
  long: boolean;
  handle: RefObject<TakesPieces | null>;
  /** Told when somebody comes into the field, and leaves it. */
  onFocus: (isInside: boolean) => void;
}

/** A text with pieces in an ordinary field of the browser. */
export function PlainTemplate({ long, handle, onFocus, ...field }: PlainTemplateProps) {
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    control.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  useImperativeHandle(handle, () => ({
    insert(text) {
      const { selectionStart, selectionEnd } = control.current ?? {};
      const end = field.value.length;
      const next = insertAt(field.value, { start: selectionStart ?? end, end: selectionEnd ?? end }, text);
      caret.current = next.caret;
      control.current?.focus();
      field.onChange(next.text);
    },
  }));

  const props = {
    ...inputProps(field),
    onFocus: () => onFocus(true),
    onBlur: () => {
      onFocus(false);
      field.onLeave?.();
    },
  };
  if (!long) return <TextInput ref={control} {...props} autoComplete="off" />;
  return <Textarea ref={control} {...props} classNames={{ input: classes['grows'] ?? '' }} />;
}

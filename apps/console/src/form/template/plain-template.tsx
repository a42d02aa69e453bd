import { Textarea, TextInput } from '@mantine/core';
import { useImperativeHandle, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import type { TextPlace } from './text-place.ts';
import { inputProps, type FieldProps } from '../fields/field-props.ts';
import classes from '../form.module.css';
import { insertAt } from './insert.ts';

export interface PlainText {
  /** Inserts a text at its cursor. */
  insert: (text: string) => void;
  /** Its selection; null until it has had the focus. */
  place: () => TextPlace | null;
}

interface PlainTemplateProps extends FieldProps {
  long: boolean;
  handle: RefObject<PlainText | null>;
  /** Called when an input method starts to compose characters, and after they are in the text. */
  onCompose: (isComposing: boolean) => void;
}

/** A text with variables in an ordinary field of the browser. */
export function PlainTemplate({ long, handle, onCompose, ...field }: PlainTemplateProps) {
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const next = useRef<number | null>(null);
  // A field that never had the focus reports its cursor at the start.
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    if (next.current === null) return;
    control.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });

  useImperativeHandle(handle, () => ({
    insert(text) {
      const end = field.value.length;
      const { selectionStart, selectionEnd } = (hadFocus.current && control.current) || {};
      const created = insertAt(field.value, { start: selectionStart ?? end, end: selectionEnd ?? end }, text);
      next.current = created.caret;
      control.current?.focus();
      field.onChange(created.text);
    },
    place() {
      if (!hadFocus.current || !control.current) return null;
      const { selectionStart, selectionEnd, selectionDirection } = control.current;
      const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0];
      const hasFocus = document.activeElement === control.current;
      return selectionDirection === 'backward'
        ? { anchor: end, head: start, hasFocus }
        : { anchor: start, head: end, hasFocus };
    },
  }));

  const props = {
    ...inputProps(field),
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // The editor of the same text, which has the same id, takes its place.
      if (relatedTarget?.id !== field.id) field.onLeave?.();
    },
    onCompositionStart: () => onCompose(true),
    // Firefox changes the text after this event.
    onCompositionEnd: () => setTimeout(() => onCompose(false)),
  };
  if (!long) return <TextInput ref={control} {...props} autoComplete="off" />;
  return <Textarea ref={control} {...props} classNames={{ input: classes['autoGrow'] ?? '' }} />;
}

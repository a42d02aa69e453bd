import { Textarea, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { inputProps, type FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { insertAt } from './insert.ts';
import { PiecesToolbar, type Piece } from './pieces-toolbar.tsx';

interface TemplateFieldProps extends FieldProps {
  /** Several lines; the field grows with its content. */
  long: boolean;
  /** What can be inserted at the cursor. */
  pieces: readonly Piece[];
  /** Stands below the pieces, e.g. how long the text is. */
  below?: ReactNode;
}

/** A text with pieces that are chosen from a list beside it. */
export function TemplateField({ long, pieces, below, ...field }: TemplateFieldProps) {
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null) return;
    control.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function insert(text: string) {
    const { selectionStart, selectionEnd } = control.current ?? {};
    const end = field.value.length;
    const next = insertAt(field.value, { start: selectionStart ?? end, end: selectionEnd ?? end }, text);
    caret.current = next.caret;
    control.current?.focus();
    field.onChange(next.text);
  }

  return (
    <div className={classes['template']}>
      {long ? (
        <Textarea ref={control} {...inputProps(field)} classNames={{ input: classes['grows'] ?? '' }} />
      ) : (
        <TextInput ref={control} {...inputProps(field)} autoComplete="off" />
      )}
      <PiecesToolbar controls={field.id} field={field.label} pieces={pieces} onInsert={insert} />
      {below}
    </div>
  );
}

import { Input } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { errorLines } from '../fields/error-lines.tsx';
import { styleNonce } from '../../net/style-nonce.ts';
import { type FieldProps } from '../fields/field-props.ts';
import type { TemplateVariable } from './variables-menu.tsx';
import type { PlainText } from './plain-template.tsx';
import classes from './template-code.module.css';
import type { createTemplateEditor, EditorOptions, TemplateEditor } from './template-editor.ts';

interface TemplateCodeProps extends FieldProps {
  create: typeof createTemplateEditor;
  long: boolean;
  variables: readonly TemplateVariable[];
  validate: EditorOptions['validate'];
  editor: RefObject<TemplateEditor | null>;
  /** The plain field that the editor replaces. */
  plain: RefObject<PlainText | null>;
  /** Called when the editor has taken over the focus of the plain field. */
  onCreated: () => void;
}

/** A text with variables, in the editor that highlights them. */
export function TemplateCode({
  create,
  long,
  variables,
  validate,
  editor,
  plain,
  onCreated,
  ...field
}: TemplateCodeProps) {
  const { id, label, help, value, problems } = field;
  const container = useRef<HTMLDivElement>(null);
  const now = useRef(field);
  const attributes = attributesOf(field, long);
  const attributesKey = JSON.stringify(attributes);

  useEffect(() => {
    now.current = field;
  });

  // Before the browser handles the next key.
  useLayoutEffect(() => {
    if (!container.current) return;
    const created = create({
      parent: container.current,
      styleNonce,
      value: now.current.value,
      place: plain.current?.place() ?? null,
      long,
      variables,
      validate,
      attributes: attributesOf(now.current, long),
      onChange: (text) => now.current.onChange(text),
      onLeave: () => now.current.onLeave?.(),
    });
    editor.current = created;
    onCreated();
    return () => {
      editor.current = null;
      created.destroy();
    };
    // Once: later changes are passed to the editor below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => editor.current?.setValue(value), [editor, value]);
  useEffect(
    () => editor.current?.setAttributes(JSON.parse(attributesKey) as Record<string, string>),
    [editor, attributesKey],
  );

  return (
    <Input.Wrapper
      id={aroundId(id)}
      label={label}
      labelElement="div"
      labelProps={{ onClick: () => document.getElementById(id)?.focus() }}
      description={help}
      error={errorLines(problems)}
    >
      <div ref={container} className={classes['editor']} data-long={long} data-wrong={problems.length > 0} />
    </Input.Wrapper>
  );
}

/** The attributes of an input; ids as Mantine's wrapper builds them. */
function attributesOf({ id, help, problems }: FieldProps, long: boolean): Record<string, string> {
  const wrapperId = aroundId(id);
  const described = [
    ...(problems.length > 0 ? [`${wrapperId}-error`] : []),
    ...(help ? [`${wrapperId}-description`] : []),
  ];
  return {
    id,
    tabindex: '0',
    'aria-labelledby': `${wrapperId}-label`,
    'aria-multiline': String(long),
    'aria-required': 'true',
    'aria-invalid': String(problems.length > 0),
    ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
    spellcheck: 'true',
    autocapitalize: 'sentences',
  };
}

/** Mantine's wrapper uses an id for itself, and derives those of its parts from it. */
function aroundId(id: string): string {
  return `${id}-field`;
}

import { Input } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FieldProps } from '../fields/field-props.ts';
import classes from '../form.module.css';
import { useStore } from '../../store/use-store.ts';
import { focusedTemplate } from './focused-template.ts';
import { VariablesMenu, type TemplateVariable } from './variables-menu.tsx';
import { PlainTemplate, type PlainText } from './plain-template.tsx';
import { TemplateCode } from './template-code.tsx';
import type { TemplateEditor } from './template-editor.ts';
import type { TemplateMark } from './template-mark.ts';
import { useTemplateEditor } from './use-template-editor.ts';

interface TemplateFieldProps extends FieldProps {
  /** Several lines; the field grows with its content. */
  long: boolean;
  /** What can be inserted at the cursor. */
  variables: readonly TemplateVariable[];
  /** The positions of the variables in a text, and which of them are wrong. */
  validate: (text: string) => readonly TemplateMark[];
}

/**
 * A text with variables that are chosen while typing, or from the page's menu if it is the focused one. It is an ordinary field until the
 * editor's code is loaded, and if the code can't be loaded. The editor takes over the text, the selection and the focus, but not while an
 * input method composes a character.
 */
export function TemplateField({ long, variables, validate, ...field }: TemplateFieldProps) {
  const loaded = useTemplateEditor();
  const [isComposing, setComposing] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const editor = useRef<TemplateEditor>(null);
  const plain = useRef<PlainText>(null);
  const hasMenu = useStore(focusedTemplate) === field.id;
  // The message of the entire field contains it already.
  const wrong =
    field.problems.length > 0 ? [] : validate(field.value).flatMap(({ problem }) => problem ?? []);

  return (
    <div className={classes['template']} onFocus={() => focusedTemplate.set(field.id)}>
      {/* Before the editor, which reads its selection, and until the editor has the focus: a phone keeps its keyboard open. */}
      {!isReplaced && <PlainTemplate {...field} long={long} handle={plain} onCompose={setComposing} />}
      {loaded && (isReplaced || !isComposing) && (
        <TemplateCode
          {...field}
          create={loaded.createTemplateEditor}
          long={long}
          variables={variables}
          validate={validate}
          editor={editor}
          plain={plain}
          onCreated={() => setReplaced(true)}
        />
      )}
      <output className={classes['live']}>
        {[...new Set(wrong)].map((problem) => (
          <Input.Error key={problem}>{problem}</Input.Error>
        ))}
      </output>
      {hasMenu && (
        <VariablesMenu
          field={field.label}
          variables={variables}
          onInsert={(text) => (editor.current ?? plain.current)?.insert(text)}
        />
      )}
    </div>
  );
}

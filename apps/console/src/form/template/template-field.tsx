import { useRef, useState } from 'react';
import type { FieldProps } from '../fields/field-props.ts';
import classes from '../form.module.css';
import { useStore } from '../../store/use-store.ts';
import { focusedTemplate } from './focused-template.ts';
import { VariablesMenu, type TemplateVariable } from './variables-menu.tsx';
import { PlainTemplate, type VariableInput } from './plain-template.tsx';
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
 * editor's code is loaded and the field has no focus, and if the code can't be loaded.
 */
export function TemplateField({ long, variables, validate, ...field }: TemplateFieldProps) {
  const loaded = useTemplateEditor();
  const [isInside, setInside] = useState(false);
  const editor = useRef<TemplateEditor>(null);
  const plain = useRef<VariableInput>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const hasMenu = useStore(focusedTemplate) === field.id;
  // The message of the entire field contains it already.
  const wrong =
    field.problems.length > 0 ? [] : validate(field.value).flatMap(({ problem }) => problem ?? []);

  return (
    <div className={classes['template']} onFocus={() => focusedTemplate.set(field.id)}>
      {loaded && !isInside ? (
        <TemplateCode
          {...field}
          create={loaded.createTemplateEditor}
          long={long}
          variables={variables}
          validate={validate}
          editor={editor}
          caret={caret}
        />
      ) : (
        <PlainTemplate
          {...field}
          long={long}
          handle={plain}
          caret={caret}
          onFocus={(inside, at) => {
            setInside(inside);
            setCaret(at);
          }}
        />
      )}
      <output className={classes['live']}>
        {[...new Set(wrong)].map((problem) => (
          <p key={problem}>{problem}</p>
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

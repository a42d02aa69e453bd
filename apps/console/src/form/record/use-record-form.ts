import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { alerts } from '../../states/alerts.ts';
import { CallError, fieldErrors, messagesOf } from '../../net/call-error.ts';
import { useDraft } from '../../session/drafts.ts';
import { focusField } from '../fields/focus-field.ts';
import type { FieldProblem } from './problem-links.tsx';
import { validateWith } from '../fields/validate.ts';

export interface RecordForm<Values, Data> {
  /** What is saved; empty for a new record. */
  initialValues: Values;
  /** Names the form and its record, e.g. `app-user 7`: what was typed is kept while the person logs in again. */
  name: string;
  /** The values as they may be kept: without passwords. */
  keep: (values: Values) => Values;
  /** What the fields hold, as the call wants it. */
  convert: (values: Values) => Data;
  /** Of what `convert` gives. */
  schema: z.ZodType;
  /** The fields that the person fills in, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  /** What no schema of a call knows of, e.g. a consent; field to sentence. */
  check?: (values: Values) => Record<string, string>;
  save: (data: Data) => Promise<void>;
  /** What is said when the server gives no reason. */
  failed: string;
}

/** A record that is saved as a whole, in one call. Ids of the fields are `field-` and the name. */
export function useRecordForm<Values extends Record<string, unknown>, Data>(
  options: RecordForm<Values, Data>,
) {
  const { labels, convert, check, keep, save, failed } = options;
  const [saving, setSaving] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const focused = useRef<Element | null>(null);
  const validate = validateWith(options.schema, labels);
  const form: UseFormReturnType<Values> = useForm<Values>({
    mode: 'controlled',
    initialValues: options.initialValues,
    validate: (values) => ({ ...validate(convert(values)), ...check?.(values) }),
  });
  const names = Object.keys(labels);

  const draft = useDraft(options.name, () => (form.isDirty() ? keep(form.getValues()) : undefined));
  useEffect(() => {
    if (draft) form.setValues(draft);
    // Once, when the form is there; the form itself is a new object at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft]);

  // The button that was pressed lost the focus when it was disabled during the call.
  useEffect(() => {
    if (note !== null && focused.current instanceof HTMLElement) focused.current.focus();
  }, [note]);

  function toFirst(errors: FormErrors) {
    const first = names.find((name) => errors[name]);
    // After the errors are drawn: they move the fields.
    if (first) requestAnimationFrame(() => focusField(fieldId(first)));
  }

  async function submit(values: Values) {
    focused.current = document.activeElement;
    setSaving(true);
    setNote(null);
    alerts.clear();
    try {
      await save(convert(values));
    } catch (error) {
      if (error instanceof CallError && error.fault === 'canceled') {
        setNote(error.message);
        return;
      }
      const found = pick(fieldErrors(error, 'data.'), names);
      form.setErrors(found);
      if (Object.keys(found).length > 0) toFirst(found);
      else alerts.error(messagesOf(error, failed));
    } finally {
      setSaving(false);
    }
  }

  const problems: FieldProblem[] = names.flatMap((name) => {
    const msg = form.errors[name];
    return typeof msg === 'string' ? [{ id: fieldId(name), msg }] : [];
  });
  return { form, saving, problems, note, onSubmit: form.onSubmit((values) => submit(values), toFirst) };
}

export function fieldId(name: string): string {
  return `field-${name}`;
}

function pick(errors: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => names.includes(name)));
}

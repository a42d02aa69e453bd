import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { z } from 'zod';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../feedback/alerts.ts';
import { fieldErrors, messagesOf } from '../lib/call-error.ts';
import { focusField } from './focus-field.ts';
import type { FieldProblem } from './problem-summary.tsx';
import { validateWith } from './validate.ts';

interface RecordForm<Values extends Record<string, unknown>> {
  initialValues: Values;
  schema: z.ZodType;
  /** The fields that the person fills in, in the order of the form. */
  labels: Readonly<Record<string, string>>;
  save: (values: Values) => Promise<void>;
  /** What is said when the server gives no reason. */
  failed?: string;
}

/** A record that is saved as a whole, in one call. Ids of the fields are `field-` and the name. */
export function useRecordForm<Values extends Record<string, unknown>>(options: RecordForm<Values>) {
  const { labels, save, failed = TEXTS.failedAction } = options;
  const [saving, setSaving] = useState(false);
  const form: UseFormReturnType<Values> = useForm<Values>({
    mode: 'controlled',
    initialValues: options.initialValues,
    validate: validateWith(options.schema, labels),
  });
  const names = Object.keys(labels);

  function mend(errors: FormErrors) {
    const first = names.find((name) => errors[name]);
    if (first) requestAnimationFrame(() => focusField(fieldId(first)));
  }

  async function submit(values: Values) {
    setSaving(true);
    alerts.clear();
    try {
      await save(values);
    } catch (error) {
      const found = knownErrors(fieldErrors(error, 'data.'), names);
      form.setErrors(found);
      if (Object.keys(found).length > 0) mend(found);
      else alerts.error(messagesOf(error, failed));
    } finally {
      setSaving(false);
    }
  }

  const problems: FieldProblem[] = names.flatMap((name) => {
    const msg = form.errors[name];
    return typeof msg === 'string' ? [{ id: fieldId(name), msg }] : [];
  });
  return { form, saving, problems, onSubmit: form.onSubmit((values) => void submit(values), mend) };
}

export function fieldId(name: string): string {
  return `field-${name}`;
}

function knownErrors(errors: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => names.includes(name)));
}

import { useId, useState, type SyntheticEvent } from 'react';
import { focusField } from '../fields/focus-field.ts';

interface FormRowSteps {
  /** Whether there is something to save. */
  canSave: boolean;
  /** Saves; returns the id of the first field to fix, if any. */
  save: () => Promise<string | undefined>;
}

export type FormRowState = ReturnType<typeof useFormRow>;

/** One row of a `FormTable`. Its form is in the last cell; the fields of the other cells refer to it with `form`. */
export function useFormRow({ canSave, save }: FormRowSteps) {
  const form = useId();
  const [saving, setSaving] = useState(false);

  async function run() {
    setSaving(true);
    const wrong = await save();
    setSaving(false);
    // After the problems are drawn: they move the fields.
    if (wrong !== undefined) requestAnimationFrame(() => focusField(wrong));
  }

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (!saving && canSave) void run();
  }

  return { form, saving, onSubmit };
}

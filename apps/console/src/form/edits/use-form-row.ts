import { useId } from 'react';
import { useSubmit } from '../use-submit.ts';

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
  return { form, ...useSubmit({ canSave: () => canSave, save }) };
}

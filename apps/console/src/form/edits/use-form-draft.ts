import { useState } from 'react';
import { useDraft } from '../../session/drafts.ts';

interface DraftForm<Values> {
  values: Values;
  isDirty: boolean;
  setValues: (values: Values) => void;
}

/**
 * Stores the unsaved values of a form while its person logs in again.
 * @param name the name of the form and its record, e.g. `app-user 7`
 * @param keep the values that may be stored: without passwords
 */
export function useFormDraft<Values>(
  form: DraftForm<Values>,
  name: string,
  keep: (values: Values) => Values = (values) => values,
): void {
  const draft = useDraft(name, () => (form.isDirty ? keep(form.values) : undefined));
  const [isRestored, setIsRestored] = useState(false);
  if (draft && !isRestored) {
    setIsRestored(true);
    form.setValues(draft);
  }
}

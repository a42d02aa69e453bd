import type { SubmitEvent } from 'react';
import { useBusy } from '../states/use-busy.ts';
import { focusFieldWhenDrawn } from './fields/focus-field.ts';

interface SubmitSteps {
  /** False if there is nothing to save, or if a field must be fixed first. */
  canSave: (element: HTMLFormElement) => boolean;
  /** Sends the call, and shows its error. Returns the id of the first field to fix, if any. */
  save: () => Promise<string | undefined>;
}

/** What every form does on submit: it sends one call at a time, and moves the focus to the first field to fix. */
export function useSubmit({ canSave, save }: SubmitSteps) {
  const { busy: saving, run } = useBusy();

  async function submit(): Promise<void> {
    const toFix = await run(save);
    if (toFix !== undefined) focusFieldWhenDrawn(toFix);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!saving && canSave(event.currentTarget)) void submit();
  }

  return { saving, onSubmit };
}

import { useEffect, useState, type ComponentType } from 'react';
import { passwordConfirmation } from '../../../session/password-confirmation.ts';
import { useStore } from '../../../store/use-store.ts';

type PromptDialog = ComponentType<{ onDone: (confirmed: boolean) => void }>;

/** Prompts for the password while a call waits for its confirmation. The dialog's code is loaded when it is needed. */
export function PasswordPrompt() {
  const waiting = useStore(passwordConfirmation);
  const [Prompt, setPrompt] = useState<PromptDialog | null>(null);

  useEffect(() => {
    if (waiting) void loadDialog().then((dialog) => setPrompt(() => dialog));
  }, [waiting]);
  // A session that ends removes its screens: no one can confirm any more.
  useEffect(() => () => passwordConfirmation.finish(false), []);

  return waiting && Prompt ? <Prompt onDone={passwordConfirmation.finish} /> : null;
}

/** A dialog that could not be loaded counts as canceled: the form shows that nothing was changed. */
async function loadDialog(): Promise<PromptDialog | null> {
  try {
    return (await import('../../../features/sessions/confirm-password-dialog.tsx')).ConfirmPasswordDialog;
  } catch {
    passwordConfirmation.finish(false);
    return null;
  }
}

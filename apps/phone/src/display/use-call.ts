import { useState } from 'react';
import { CallFailure } from '../net/api.ts';
import { serverText } from '../texts/server-text.ts';
import { texts } from '../texts/texts.ts';

/** A call that a person starts: whether it is in progress, and why the last attempt failed, in words. */
export function useCall() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(serverText({ code: error.code, text: error.message }) || texts.signIn.unreachable);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run, clear: () => setFailure(null) };
}

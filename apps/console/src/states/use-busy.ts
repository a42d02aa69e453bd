import { useState } from 'react';

/** Whether an action is in progress, for the button that starts it: `run` performs one, and returns its result. */
export function useBusy() {
  const [busy, setBusy] = useState(false);

  async function run<Result>(action: () => Promise<Result>): Promise<Result> {
    setBusy(true);
    try {
      return await action();
    } finally {
      setBusy(false);
    }
  }

  return { busy, run };
}

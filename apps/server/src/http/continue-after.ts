/** Ends a hook after `work`. A hook that mostly waits for nothing uses it: an async function would wait each time. */
export async function continueAfter(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  let failure: Error | undefined;
  try {
    await work;
  } catch (error) {
    failure = error as Error;
  }
  done(failure);
}

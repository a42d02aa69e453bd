/**
 * Ends a hook after `work`. Most calls of such a hook have nothing to wait for: an async hook would still delay each of them.
 * Like an async hook, it rejects the call if `work` fails, whatever the reason, and if the rest of the call throws.
 */
export async function continueAfter(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await work;
  } catch (error) {
    done(asError(error));
    return;
  }
  try {
    done();
  } catch (error) {
    done(asError(error));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('a hook failed', { cause: reason });
}

/**
 * The request to confirm one's password. Calls that need it at the same time wait for the same confirmation, so the
 * person is prompted once.
 */
export function createPasswordConfirmationStore() {
  let waiting: PromiseWithResolvers<boolean> | null = null;
  const listeners = new Set<() => void>();

  function change(next: PromiseWithResolvers<boolean> | null): void {
    waiting = next;
    for (const listener of listeners) listener();
  }

  return {
    isWaiting: () => waiting !== null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Resolves to true when the password is confirmed, to false when the person cancels. */
    request(): Promise<boolean> {
      if (!waiting) change(Promise.withResolvers<boolean>());
      return waiting?.promise ?? Promise.resolve(false);
    },
    finish(confirmed: boolean): void {
      const finished = waiting;
      if (!finished) return;
      change(null);
      finished.resolve(confirmed);
    },
  };
}

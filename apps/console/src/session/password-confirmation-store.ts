import { createStore } from '../store/store.ts';

/**
 * The request to confirm one's password. Calls that need it at the same time wait for the same confirmation, so the
 * person is prompted once.
 */
export function createPasswordConfirmationStore() {
  const waiting = createStore<PromiseWithResolvers<boolean> | null>(null);

  return {
    /** Whether a call waits. */
    current: () => waiting.current() !== null,
    subscribe: waiting.subscribe,
    /** Resolves to true when the password is confirmed, to false when the person cancels. */
    request(): Promise<boolean> {
      const request = waiting.current() ?? Promise.withResolvers<boolean>();
      waiting.set(request);
      return request.promise;
    },
    finish(confirmed: boolean): void {
      const finished = waiting.current();
      waiting.set(null);
      finished?.resolve(confirmed);
    },
  };
}

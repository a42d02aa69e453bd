import type { ReactNode } from 'react';
import { createStore } from '../store/store.ts';

export type ConfirmationRequest = {
  /** The question, e.g. `Are you sure you want to delete this record?` */
  title: ReactNode;
  /** Its effect and whether it can be undone. */
  children?: ReactNode;
  /** The verb on the button, e.g. `Delete`. */
  verb: string;
  /** An icon for the verb; with it the button is the dark red one for actions that cannot be undone. */
  dangerIcon?: ReactNode;
};

type PendingConfirmation = { request: ConfirmationRequest; decide: (isConfirmed: boolean) => void };

/** The confirmation that waits for a decision, at most one: a new one declines the one before. */
export function createConfirmationStore() {
  const pending = createStore<PendingConfirmation | null>(null);

  function show(next: PendingConfirmation | null): void {
    const last = pending.current();
    last?.decide(false);
    pending.set(next);
  }

  return {
    current: () => pending.current()?.request ?? null,
    subscribe: pending.subscribe,
    /** Resolves to true only when the person chose the verb. */
    request: (request: ConfirmationRequest): Promise<boolean> =>
      new Promise((decide) => {
        show({ request, decide });
      }),
    decide(isConfirmed: boolean): void {
      // A promise keeps its first result.
      pending.current()?.decide(isConfirmed);
      show(null);
    },
  };
}

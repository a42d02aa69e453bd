import type { ReactNode } from 'react';
import { createStore } from '../store/store.ts';

export type Question = {
  /** The question, e.g. `Are you sure you want to delete this record?` */
  title: string;
  /** Its effect and whether it can be undone. */
  children?: ReactNode;
  /** The verb on the button, e.g. `Delete`. */
  verb: string;
  /** An icon for the verb; with it the button is the dark red one for actions that cannot be undone. */
  dangerIcon?: ReactNode;
};

type Asked = { question: Question; answer: (yes: boolean) => void };

/** The confirmation that waits for a decision, at most one: a new one declines the one before. */
export function createQuestionsStore() {
  const asked = createStore<Asked | null>(null);

  function show(next: Asked | null): void {
    const last = asked.current();
    last?.answer(false);
    asked.set(next);
  }

  return {
    current: () => asked.current()?.question ?? null,
    subscribe: asked.subscribe,
    /** Resolves to true only when the person chose the verb. */
    ask: (question: Question): Promise<boolean> =>
      new Promise((answer) => {
        show({ question, answer });
      }),
    answer(yes: boolean): void {
      // A promise keeps its first result.
      asked.current()?.answer(yes);
      show(null);
    },
  };
}

import type { ReactNode } from 'react';
import { createStore } from '../store/store.ts';

export type Question = {
  /** The question itself, e.g. `Are you sure you want to delete this record?` */
  title: string;
  /** What it means and whether it can be undone. */
  children?: ReactNode;
  /** The verb on the button, e.g. `Delete`. */
  verb: string;
  /** An icon for the verb; with it the button is the dark red one for what cannot be undone. */
  dangerIcon?: ReactNode;
};

type Asked = { question: Question; answer: (yes: boolean) => void };

/** The question that waits for an answer, at most one: a new one answers the one before with no. */
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
      // A promise keeps its first answer.
      asked.current()?.answer(yes);
      show(null);
    },
  };
}

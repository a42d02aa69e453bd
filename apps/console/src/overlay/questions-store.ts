import type { ReactNode } from 'react';

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
  let asked: Asked | null = null;
  const listeners = new Set<() => void>();

  function show(next: Asked | null): void {
    const last = asked;
    asked = next;
    last?.answer(false);
    for (const listener of listeners) listener();
  }

  return {
    current: () => asked?.question ?? null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Resolves to true only when the person chose the verb. */
    ask: (question: Question): Promise<boolean> =>
      new Promise((answer) => {
        show({ question, answer });
      }),
    answer(yes: boolean): void {
      // A promise keeps its first answer.
      asked?.answer(yes);
      show(null);
    },
  };
}

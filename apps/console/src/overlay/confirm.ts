import { createQuestionsStore, type Question } from './questions-store.ts';

export const questions = createQuestionsStore();

/** Confirms an action before it happens. Resolves to true only if the person chose the verb. */
export function confirm(question: Question): Promise<boolean> {
  return questions.ask(question);
}

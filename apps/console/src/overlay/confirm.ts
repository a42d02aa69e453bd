import { createQuestionsStore, type Question } from './questions-store.ts';

export const questions = createQuestionsStore();

/** Asks before something happens. Resolves to true only when the person chose the verb. */
export function confirm(question: Question): Promise<boolean> {
  return questions.ask(question);
}

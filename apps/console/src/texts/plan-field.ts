import { inLanguage } from './language.ts';

/** The field that a plan is chosen in. */
export const planFieldTexts = inLanguage({
  en: {
    facts: (price: string, term: string, users: number) =>
      `Price: ${price}, ${term}. Up to ${users} app ${users === 1 ? 'user' : 'users'}.`,
  },
});

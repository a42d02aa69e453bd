import { inLanguage } from './language.ts';

/** Two people change the same record by an action, such as blocking a user. Those at fields are in `fields.ts`: lists have none. */
export const conflictTexts = inLanguage({
  en: {
    lookAgain: (name: string) =>
      `${name} was changed in the meantime, so nothing was done. Check the current values below, then decide.`,
  },
});

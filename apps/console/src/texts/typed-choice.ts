import { inLanguage } from './language.ts';

/** A filter whose choices are found by typing. */
export const typedChoiceTexts = inLanguage({
  en: {
    typeAName: 'Type a name',
    noSuchChoice: 'No match',
  },
});

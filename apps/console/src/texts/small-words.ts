import { inLanguage } from './language.ts';

/** Words that a search for settings ignores. */
export const smallWords = inLanguage({
  en: ['a', 'an', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to'],
});

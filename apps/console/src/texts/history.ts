import { inLanguage } from './language.ts';

/** The button that opens the version history of saved values; its dialog, which loads later, has `versions.ts`. */
export const historyTexts = inLanguage({
  en: {
    open: 'History',
    openOf: (what: string) => `History: ${what}`,
  },
});

import { inLanguage } from './language.ts';

/** What must be corrected before a form is sent: also on signed-out pages, which load no other texts of forms. */
export const problemTexts = inLanguage({
  en: {
    notSaved: 'Not saved',
    toCorrect: (count: number) =>
      count === 1 ? 'Please fix this field:' : `Please fix these ${count} fields:`,
  },
});

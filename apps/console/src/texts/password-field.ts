import { inLanguage } from './language.ts';

/** The button of every password field, and the rule for new passwords. */
export const passwordFieldTexts = inLanguage({
  en: { show: 'Show password', rule: 'At least 8 characters, and not a common password.' },
});

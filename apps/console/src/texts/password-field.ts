import { inLanguage } from './language.ts';

/** The button of every password field. */
export const passwordFieldTexts = inLanguage({ en: { show: 'Show password' } });

import { inLanguage } from './language.ts';

/** Logging in and out. */
export const sessionTexts = inLanguage({
  en: {
    logout: 'Logout',
    logoutYes: 'Yes Please!',
    logoutMeans: 'It ends your session in all tabs of this browser.',
  },
});

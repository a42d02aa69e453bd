import { inLanguage } from './language.ts';

/** A subscriber's start page. */
export const dashboardTexts = inLanguage({
  en: {
    title: 'App Dashboard Settings',
    description: 'What your app users see on the main screen, and which buttons they can press.',
    settingsFailed: 'The settings could not be loaded.',
  },
});

import { inLanguage } from './language.ts';

/** For people who switched on sounds in this browser. */
export const soundAlertTexts = inLanguage({
  en: { soundBlocked: 'The browser blocks the sound. Click to allow it' },
});

import { inLanguage } from './language.ts';

/** What is around every screen, signed in or not. */
export const frameTexts = inLanguage({
  en: {
    product: 'Callpoint',
    home: 'Callpoint, start page',
    skip: 'Skip to content',
    connection: {
      online: {
        word: 'Connected',
        detail: 'The server answers, and what comes in is shown by itself.',
      },
      offline: { word: 'Offline', detail: 'This device has no network.' },
      unreachable: {
        word: 'Offline – reconnecting',
        detail: 'The server does not answer. We keep trying.',
      },
      reconnecting: {
        word: 'Reconnecting',
        detail: 'The server answers, but what comes in is not shown by itself now. We keep trying.',
      },
    },
  },
});

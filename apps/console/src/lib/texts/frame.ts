import { inLanguage } from './language.ts';

/** What is around every screen, signed in or not. */
export const frameTexts = inLanguage({
  en: {
    product: 'Callpoint',
    home: 'Callpoint, start page',
    skip: 'Skip to content',
    connection: {
      online: { word: 'Connected', detail: 'The server answers.' },
      offline: { word: 'Offline', detail: 'This device has no network.' },
      unreachable: {
        word: 'Offline – reconnecting',
        detail: 'The server does not answer. We keep trying.',
      },
    },
  },
});

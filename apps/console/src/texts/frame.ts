import { inLanguage } from './language.ts';

/** The frame of every screen, signed in or not. */
export const frameTexts = inLanguage({
  en: {
    product: 'Callpoint',
    home: 'Callpoint, start page',
    skip: 'Skip to content',
    connection: {
      online: {
        label: 'Connected',
        detail: 'The server answers, and what comes in is shown by itself.',
      },
      offline: { label: 'Offline', detail: 'This device has no network.' },
      unreachable: {
        label: 'Offline – reconnecting',
        detail: 'The server does not answer. We keep trying.',
      },
      reconnecting: {
        label: 'Reconnecting',
        detail: 'The server answers, but what comes in is not shown by itself now. We keep trying.',
      },
    },
  },
});

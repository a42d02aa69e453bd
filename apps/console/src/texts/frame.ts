import { inLanguage } from './language.ts';

/** The frame of every screen, signed in or not. */
export const frameTexts = inLanguage({
  en: {
    product: 'Callpoint',
    home: 'Callpoint, start page',
    skip: 'Skip to content',
    connection: {
      online: {
        label: 'Live',
        detail: 'New records appear automatically.',
      },
      offline: { label: 'Offline', detail: 'No network.' },
      unreachable: {
        label: 'Offline',
        more: ' – reconnecting',
        detail: 'The server does not respond. Retrying.',
      },
      reconnecting: {
        label: 'Reconnecting',
        detail: 'New records do not appear automatically. Retrying.',
      },
    },
  },
});

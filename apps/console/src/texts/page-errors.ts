import { inLanguage } from './language.ts';

/** A page that crashed, or whose code could not be loaded. */
export const pageErrorTexts = inLanguage({
  en: {
    wrong: 'Something went wrong',
    stopped: 'This page has stopped working',
    stoppedDescription: 'Saved changes are safe. Reload the page to continue.',
    askUs: 'If this happens again, contact us and describe what you did.',
    notLoaded: 'This page could not be loaded',
    offline: 'You are offline',
    offlineDescription: 'Reload the page when you are online again.',
    updated: 'Callpoint may have been updated',
    updatedDescription:
      'This page’s code has moved, or the server can’t be reached. Reload to get the current version.',
    reload: 'Reload',
    toStart: 'Go to the start page',
  },
});

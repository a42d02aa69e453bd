import { inLanguage } from './language.ts';

/** A page that crashed, or whose code could not be loaded. */
export const pageErrorTexts = inLanguage({
  en: {
    wrong: 'Something went wrong',
    stopped: 'This page has stopped working',
    stoppedDescription:
      'What was saved before is safe. Reload the page to go on; if it happens again, tell us what you did last.',
    notLoaded: 'This page could not be loaded',
    offline: 'You are offline',
    offlineDescription: 'Reload the page when you have a connection again.',
    updated: 'Callpoint may have been updated',
    updatedDescription:
      'The page’s code is no longer where it was, or the server can’t be reached. Reload to get the current one.',
    reload: 'Reload',
    toStart: 'Go to the start page',
  },
});

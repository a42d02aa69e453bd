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
    unreachable: 'Callpoint does not respond',
    /** After one of the two. */
    opensLater: 'The page opens automatically as soon as Callpoint responds.',
    stay: 'Stay on this page',
    updated: 'Callpoint may have been updated',
    updatedDescription: 'The server no longer has a part of this page. Reload to get the current version.',
    noCode: 'Callpoint did not respond. Check the network, then reload the page.',
    reload: 'Reload',
    toStart: 'Go to the start page',
  },
});

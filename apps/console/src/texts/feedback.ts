import { inLanguage } from './language.ts';

/** Texts of every page: messages, confirmations, and the states shown instead of content. */
export const feedbackTexts = inLanguage({
  en: {
    tab: (page: string) => `${page} · Callpoint`,
    titleWithArea: (title: string, area: string) => `${title} · ${area}`,
    loading: 'Loading',
    sections: 'Sections of this page',

    /** Read before a message, so that its color is never the only sign. */
    kinds: { success: 'Done', error: 'Error', info: 'Note' },
    undo: 'Undo',
    clear: 'Clear messages',
    cancel: 'Cancel',

    notLoaded: 'Not loaded',
    partFailed: 'This could not be loaded. Reload the page.',
    stale: 'The content below is out of date.',
    tryAgain: 'Try again',

    forbidden: 'You don’t have access to this',
    forbiddenDescription: 'It belongs to another kind of account. Log in with that account to open it.',
    toYourStart: 'Go to your start page',

    noPage: 'There is no page at this address',
    noPageDescription: 'The link may be old or mistyped. Nothing was lost.',
    toStart: 'Go to the start page',
  },
});

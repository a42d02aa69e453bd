import { inLanguage } from './language.ts';

/** Texts of every page: messages, confirmations, and the states shown instead of content. */
export const feedbackTexts = inLanguage({
  en: {
    tab: (page: string) => `${page} · Callpoint`,
    loading: 'Loading',

    /** Read before a message, so that its color is never the only sign. */
    kinds: { success: 'Done', error: 'Error', info: 'Note' },
    clear: 'Clear messages',
    cancel: 'Cancel',

    notLoaded: 'Not loaded',
    stale: 'What you see below is from before.',
    tryAgain: 'Try again',

    noAccess: 'No access',
    forbidden: 'You don’t have access to this',
    forbiddenDescription:
      'It belongs to another kind of account. If you need it, log in with the account that has it.',
    toYourStart: 'Go to your start page',

    noPage: 'There is no page at this address',
    noPageDescription: 'The link may be old or mistyped. Nothing of yours is lost.',
    toStart: 'Go to the start page',
  },
});

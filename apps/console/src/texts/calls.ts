import { inLanguage } from './language.ts';

/** Calls that failed without a message from the server. */
export const callTexts = inLanguage({
  en: {
    wrong: 'Something went wrong while loading.',
    unreachable: 'The server can’t be reached. Check your connection, then try again.',
    forbidden: 'You don’t have access to this.',
    tooManyAttempts: (wait: string) => `Too many attempts. Try again ${wait}.`,
    tooManyRequests: (wait: string) => `Too many requests. Try again ${wait}.`,
    server: 'The server could not respond. Try again in a moment.',

    nothingChanged: 'Nothing was changed.',

    inAMoment: 'in a moment',
    inSeconds: (seconds: number) => (seconds === 1 ? 'in 1 second' : `in ${seconds} seconds`),
    inMinutes: (minutes: number) => (minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`),
  },
});

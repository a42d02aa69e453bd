import { inLanguage } from './language.ts';

/** Who would be notified if someone pressed now. */
export const reachabilityTexts = inLanguage({
  en: {
    title: 'If someone pressed now',
    description: 'Checked live, using the same rules as a real alert.',
    allWell: 'Every button and form reaches at least two addresses.',
    forAll: 'For all buttons and forms below that are on:',
    green: 'Reached',
    amber: 'Not everyone would be notified',
    red: 'No one who can help would be notified',
    off: 'Turned off',
    readFailed: 'The recipients could not be loaded.',
    openSettings: (item: string) => `Settings of ${item}`,
  },
});

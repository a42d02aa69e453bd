import { inLanguage } from './language.ts';

/** Who would be notified if someone pressed now. */
export const reachabilityTexts = inLanguage({
  en: {
    title: 'If somebody pressed now',
    description: 'Judged anew each time, by the plan that a real alert is sent by.',
    allWell: 'Every button and form reaches at least two addresses.',
    forAll: 'For all that follow:',
    green: 'Reached',
    amber: 'Not all would be told',
    red: 'Nobody would be told',
    off: 'Switched off',
    readFailed: 'Who would be told could not be read.',
    openSettings: (item: string) => `Settings of ${item}`,
  },
});

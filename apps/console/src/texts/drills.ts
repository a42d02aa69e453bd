import { inLanguage } from './language.ts';

/** Drills: presses to practice. */
export const drillTexts = inLanguage({
  en: {
    title: 'Drills',
    start: 'Start a drill',
    times: 'Response times of drills',
    readFailed: 'The drills could not be loaded.',
    took: (duration: string) => `Acknowledged after ${duration}`,
    notTaken: 'Not acknowledged',

    button: 'Button',
    person: 'App user who presses',
    hint: 'Name, email or number',
    more: (shown: number, total: number | undefined) =>
      `${shown}${total === undefined ? '' : ` of ${total}`} app users are listed. Type to find the others.`,
    searching: 'Searching',
    searchFailed: 'The search failed. Try again.',
    noMatch: 'No app user matches',
    description:
      'A drill sends the messages of a real press. Each text starts with DRILL. A real press during a drill is treated as real.',
    noUsers: 'A drill needs an app user who presses, and who is not blocked.',
    addUser: 'Add a user',
    messaged: 'These people will be notified now',
    later: 'If no one acknowledges, these follow',
    laterStep: (minutes: number, who: string) => `After ${minutes} min: ${who}`,
    nobody: 'No one would be notified: check the settings of this button.',
    excluded:
      'The safety consultancy, 911, and administrators are not notified. Only people who agreed are called, and not in the quiet hours.',
    planFailed: 'The recipients could not be loaded.',
    loading: 'Loading the recipients',
    startVerb: 'Start drill',
  },
});

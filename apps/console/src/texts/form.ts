import { inLanguage } from './language.ts';

/** Forms and their fields. */
export const formTexts = inLanguage({
  en: {
    select: 'Select',
    chooseColor: (field: string) => `Choose: ${field}`,
    insert: 'Insert',
    insertInto: (field: string) => `Insert into: ${field}`,

    dials: (number: string) => `Dials ${number}.`,
    looksWrong:
      'This does not look like a whole phone number. Write it with + and the country code, like +1 202 555 0143.',
    cannotReceive: (typed: string, messages: string) =>
      `“${typed}” is not a phone number that can receive ${messages}. Write it with + and the country code.`,

    notSaved: 'Not saved',
    error: 'Error',
    toCorrect: (count: number) => (count === 1 ? 'One thing to mend:' : `${count} things to mend:`),

    leave: 'Leave without saving?',
    leaveDescription: 'What you changed on this page is not saved yet, and will be lost.',
    leaveYes: 'Leave',
  },
});

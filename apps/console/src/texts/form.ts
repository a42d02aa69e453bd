import { inLanguage } from './language.ts';

/** Forms and their fields. */
export const formTexts = inLanguage({
  en: {
    select: 'Select',
    chooseColor: (field: string) => `Choose: ${field}`,
    insert: 'Insert variable',
    insertInto: (field: string) => `Insert variable into: ${field}`,

    dials: (number: string) => `Sends to ${number}.`,
    looksWrong:
      'This phone number looks incomplete. Enter it with + and the country code, like +1 202 555 0143.',
    ownCountry: 'A number without a country code uses the country of the account’s phone number.',
    cannotReceive: (typed: string, messages: string) =>
      `“${typed}” can’t receive ${messages}. Enter a phone number with + and the country code.`,

    savedBefore: 'Your first attempt was already saved. Nothing was created twice.',
    unknownReason: 'The reason is unknown. Try again.',
    changeKept: 'Your change is kept.',

    leave: 'Leave without saving?',
    leaveDescription: 'Your changes on this page are not saved and will be lost.',
    leaveYes: 'Leave',
  },
});

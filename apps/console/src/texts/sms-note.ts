import { inLanguage } from './language.ts';

/** Below a field for a phone number: why SMS can’t reach it. */
export const smsNoteTexts = inLanguage({
  en: {
    noSuchNumber:
      'This number can’t receive SMS. Enter it with + and the country code, like +1 202 555 0143, to get alerts by SMS.',
    notServed: (number: string) => `${number} can’t receive SMS from this server. You can still save it.`,
    ownCountry: 'A number without a country code uses the country of the account’s phone number.',
    noSms: {
      landline: (number: string) =>
        `${number} is a landline, which can’t receive SMS. Enter a mobile number to get alerts by SMS.`,
      'toll-free': (number: string) =>
        `${number} is a toll-free number, which can’t receive SMS. Enter a mobile number to get alerts by SMS.`,
    },
  },
});

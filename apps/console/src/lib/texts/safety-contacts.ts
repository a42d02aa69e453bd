import { inLanguage } from './language.ts';

/** The people whom app users can call. */
export const contactTexts = inLanguage({
  en: {
    title: 'Safety Contacts For App Users',
    means: 'The people whom your app users can call from the app, in this order.',
    platformMeans:
      'The people whom app users can call from the app, in this order, while their own subscriber has filled in nobody.',
    readFailed: 'The contacts could not be read.',
    noList: 'This account has no list of safety contacts.',
    person: (number: number) => `Safety Person #${number}`,
    parts: { name: 'Name', email: 'Email', phone: 'Phone' },
    dials: (number: string) => `Dials ${number}.`,
    looksWrong:
      'This does not look like a whole phone number. Write it with + and the country code, like +1 202 555 0143.',
    save: 'Save',
    saving: 'please wait...',
  },
});

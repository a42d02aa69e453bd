import { inLanguage } from './language.ts';

/** The people whom app users can call. */
export const contactTexts = inLanguage({
  en: {
    title: 'Safety Contacts For App Users',
    description: 'The people whom your app users can call from the app, in this order.',
    platformDescription:
      'The people whom app users can call from the app, in this order, while their own subscriber has filled in nobody.',
    readFailed: 'The contacts could not be read.',
    noList: 'This account has no list of safety contacts.',
    column: 'Safety person',
    person: (number: number) => `Safety Person #${number}`,
    parts: { name: 'Name', email: 'Email', phone: 'Phone' },
    partOf: (part: string, person: string) => `${part} of ${person}`,
    save: 'Save',
    saveOne: (person: string) => `Save: ${person}`,
    saving: 'please wait...',
  },
});

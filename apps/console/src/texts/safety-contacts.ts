import { inLanguage } from './language.ts';

/** The people whom app users can call. */
export const contactTexts = inLanguage({
  en: {
    title: 'Safety Contacts For App Users',
    description: 'The people your app users can call from the app, in this order.',
    platformDescription:
      'The people app users can call from the app, in this order, if their subscriber has no one with a phone number.',
    readFailed: 'The contacts could not be loaded.',
    noList: 'This account has no safety contacts.',
    column: 'Safety person',
    person: (number: number) => `Safety Person #${number}`,
    parts: { name: 'Name', email: 'Email', phone: 'Phone' },
    partOf: (part: string, person: string) => `${part} of ${person}`,
    save: 'Save',
    saveOne: (person: string) => `Save: ${person}`,
    saving: 'please wait...',
    add: 'Add a person',
    full: 'There are 20 people, the maximum.',
    saveFirst: 'Save your changes before you move or remove people.',
    count: (callable: number) =>
      callable === 0
        ? 'No one to call yet. Add a person with a phone number.'
        : `${callable} ${callable === 1 ? 'person' : 'people'} to call. People without a phone number do not count.`,
    moveUp: (person: string) => `Move up: ${person}`,
    moveDown: (person: string) => `Move down: ${person}`,
    remove: (person: string) => `Remove: ${person}`,
    removeQuestion: (person: string) => `Remove ${person}?`,
    removeDescription:
      'App users can no longer call this person from the app. You can restore the list from its history.',
    removeVerb: 'Remove',
    changedMeanwhile:
      'The contacts were changed in the meantime. The list now shows the change. Please try again.',
  },
});

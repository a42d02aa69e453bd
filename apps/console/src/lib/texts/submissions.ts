import { inLanguage } from './language.ts';

/** The records of pressed buttons and sent forms. */
export const submissionTexts = inLanguage({
  en: {
    readFailed: 'The records could not be read.',
    buttonMeans: 'Who pressed this button, when and where. The newest stand first.',
    formMeans: 'Who sent this form, when, and what they wrote. The newest stand first.',
    noneYet: 'No records yet',
    buttonNoneYet:
      'When one of your app users presses this button, the time, the place and who it was stand here.',
    formNoneYet:
      'When one of your app users sends this form, what they wrote stands here, with the time and the place.',
    checkSettings: 'Check who is told',

    buttonId: 'Submission Id',
    buttonTime: 'Date and Time of Notification',
    formId: 'Id',
    formTime: 'Date and Time',
    location: 'Location',
    noLocation: 'No location',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    notKnown: 'Not known',
    company: 'Company',
    message: 'Message',
    images: 'Images',
    image: (number: number, count: number) => `Image ${number} of ${count}, opens in a new tab`,
    type: 'Type',
    none: 'None',

    record: (id: number) => `record ${id}`,
    deleteItem: 'Delete Item',
    deleteMeans: (id: number) =>
      `Record ${id} will be gone for everybody on your team. This can’t be undone.`,
    deleteYes: 'Delete',

    refresh: 'Refresh',
    newer: 'There are newer records.',
    showNew: (count: number) => `Show ${count} new`,
    showNewOrMore: (count: number) => `Show ${count} or more new`,
    showChanges: 'Show changes',
  },
});

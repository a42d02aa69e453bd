import { inLanguage } from './language.ts';

/** What only the records of sent forms have. */
export const formRecordTexts = inLanguage({
  en: {
    description: 'Who sent it, when, and what they wrote.',
    noneYet: 'When an app user sends this form, the message, person, time, and location appear here.',
    company: 'Company',
    nameAndCompany: 'Name and company',
    message: 'Message',
    images: 'Images',
    type: 'Type',
  },
});

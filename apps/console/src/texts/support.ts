import { inLanguage } from './language.ts';

/** Terms, privacy and the contact form. */
export const supportTexts = inLanguage({
  en: {
    terms: 'Terms and conditions',
    privacy: 'Privacy notice',
    contact: 'Contact us',
    contactDescription: 'Send a message to the administrator of this server.',
    since: (at: string) =>
      `Valid since ${new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' })}.`,
    legalReadFailed: 'The text could not be loaded.',
    name: 'Name',
    email: 'Email',
    emailHelp: 'We reply to this address.',
    message: 'Message',
    required: (field: string) => `${field} is required.`,
    invalidEmail: 'Email must be an email address, like name@example.com.',
    send: 'Send message',
    notSent: 'Your message could not be sent.',
    notSentLabel: 'Not sent',
    messageKept: 'Your message is kept.',
  },
});

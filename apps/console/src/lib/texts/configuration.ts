import { inLanguage } from './language.ts';

/** The values of the whole platform. */
export const configurationTexts = inLanguage({
  en: {
    title: 'Configuration',
    means: 'Values of the whole platform. Each is saved by itself; an empty one switches off what it is for.',
    readFailed: 'The configuration could not be read.',
    setting: 'Setting',
    value: 'Value',
    labels: {
      user_submission_emails: 'E-mail addresses of the safety consultancy',
      user_submission_phones: 'Phone numbers of the safety consultancy',
      payment_secret_key: 'Secret key of the payment provider',
      payment_publishable_key: 'Publishable key of the payment provider',
    },
    help: {
      user_submission_emails:
        'Who is told by e-mail where a subscriber notifies the consultancy. Comma separated.',
      user_submission_phones:
        'Who is told by SMS where a subscriber notifies the consultancy. Numbers without dashes, comma separated, like +12025550143, +12025550199.',
      payment_secret_key: 'Starts with sk_live_ or sk_test_. It is never shown again.',
      payment_publishable_key: 'Starts with pk_live_ or pk_test_. Browsers get it with the payment form.',
    },
    isSet: (masked: string) => `A key is set: ${masked}.`,
    notSet: 'No key is set.',
    newKey: 'Type a new key to replace it',
    remove: 'Remove the key',
    removeQuestion: 'Remove the secret key?',
    removeMeans:
      'Payments stop until a key is set again. You need the key from the payment provider for that.',
    removeVerb: 'Remove',
    save: 'Save',
    saveOne: (label: string) => `Save: ${label}`,
    contacts: 'Safety contacts have a page of their own:',
  },
});

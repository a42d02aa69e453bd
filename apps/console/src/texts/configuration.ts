import type { ConfigKey } from '@callpoint/contract/configuration';
import { inLanguage, textsFor } from './language.ts';

/** The safety contacts have their own page. */
type VisibleConfigKey = Exclude<ConfigKey, 'contact_person'>;

/** The values of the entire platform. */
export const configurationTexts = inLanguage({
  en: {
    title: 'Configuration',
    description: 'Values of the whole platform. Save each separately.',
    readFailed: 'The configuration could not be read.',
    setting: 'Setting',
    value: 'Value',
    labels: textsFor<VisibleConfigKey>({
      user_submission_emails: 'E-mail addresses of the safety consultancy',
      user_submission_phones: 'Phone numbers of the safety consultancy',
      payment_secret_key: 'Secret key of the payment provider',
      payment_publishable_key: 'Publishable key of the payment provider',
      daily_email_limit: 'Emails a day to external recipients',
      daily_sms_limit: 'Text messages a day to external recipients',
    }),
    help: textsFor<VisibleConfigKey>({
      user_submission_emails:
        'Who is told by e-mail where a subscriber notifies the consultancy. Comma separated.',
      user_submission_phones:
        'Who is told by SMS where a subscriber notifies the consultancy. Numbers without dashes, comma separated, like +12025550143, +12025550199.',
      payment_secret_key: 'Starts with sk_live_ or sk_test_. It is never shown again.',
      payment_publishable_key: 'Starts with pk_live_ or pk_test_. Browsers get it with the payment form.',
      daily_email_limit:
        'For each subscriber, by plan, like free: 200, paid: 2000, upgrade_by_admin: 2000. 0 means none. Empty means the defaults.',
      daily_sms_limit:
        'For each subscriber, by plan, like free: 50, paid: 500, upgrade_by_admin: 500. 0 means none. Empty means the defaults.',
    }),
    isSet: (masked: string) => `A key is set: ${masked}.`,
    notSet: 'No key is set.',
    newKey: 'Type a new key to replace it',
    remove: 'Remove the key',
    removeQuestion: 'Remove the secret key?',
    removeDescription:
      'Payments stop until a key is set again. You need the key from the payment provider for that.',
    removeVerb: 'Remove',
    save: 'Save',
    saveOne: (label: string) => `Save: ${label}`,
    contacts: 'Safety contacts have a page of their own:',
  },
});

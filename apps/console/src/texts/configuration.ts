import type { ConfigKey } from '@callpoint/contract/configuration';
import type { KeyMode, KeyState } from '@callpoint/contract/payments';
import { inLanguage, textsFor } from './language.ts';

/** The safety contacts have their own page. */
type VisibleConfigKey = Exclude<ConfigKey, 'contact_person'>;

/** The values of the entire platform. */
export const configurationTexts = inLanguage({
  en: {
    title: 'Configuration',
    description: 'Values for the entire platform. Save each separately.',
    readFailed: 'The configuration could not be loaded.',
    setting: 'Setting',
    value: 'Value',
    labels: textsFor<VisibleConfigKey>({
      user_submission_emails: 'Email addresses of the safety consultancy',
      user_submission_phones: 'Phone numbers of the safety consultancy',
      support_emails: 'Email addresses for the contact form',
      terms_text: 'Terms and conditions',
      privacy_text: 'Privacy notice',
      payment_secret_key: 'Secret key of the payment provider',
      payment_publishable_key: 'Publishable key of the payment provider',
      payment_grace_days: 'Grace period for an overdue payment, in days',
      emergency_number: 'Emergency number',
      daily_email_limit: 'Emails a day to external recipients',
      daily_sms_limit: 'SMS a day to external recipients',
      daily_voice_limit: 'Voice calls a day to external recipients',
      daily_push_limit: 'Push notifications a day to external recipients',
    }),
    help: textsFor<VisibleConfigKey>({
      user_submission_emails:
        'These addresses get the emails to the safety consultancy. Add one at a time, or paste a list.',
      user_submission_phones:
        'These numbers get the SMS to the safety consultancy. Add numbers like +1 202 555 0143, or paste a list.',
      support_emails:
        'These addresses get the messages of the contact form. Add one at a time, or paste a list. Leave empty to send them to the administrators.',
      terms_text: 'Shown to everyone. Leave empty for a short default text.',
      privacy_text: 'Shown to everyone. Leave empty for a short default text.',
      payment_secret_key: 'Starts with sk_live_ or sk_test_. It is never shown again.',
      payment_publishable_key: 'Starts with pk_live_ or pk_test_. Browsers receive it with the payment form.',
      payment_grace_days:
        'After this period, a subscriber with an overdue payment can’t add app users or change settings. Alerts continue. 0 to 90; leave empty for 14.',
      emergency_number:
        'What the phone app dials for the emergency services, like 911 or 112. Leave empty for 911.',
      daily_email_limit:
        'For each subscriber, by plan, like free: 200, paid: 2000, upgraded: 2000. 0 allows none. Leave empty for the defaults.',
      daily_sms_limit:
        'For each subscriber, by plan, like free: 50, paid: 500, upgraded: 500. 0 allows none. Leave empty for the defaults.',
      daily_voice_limit:
        'For each subscriber, by plan, like free: 20, paid: 200, upgraded: 200. 0 allows none. Leave empty for the defaults.',
      daily_push_limit:
        'For each subscriber, by plan, like free: 5000, paid: 50000, upgraded: 50000. 0 allows none. Leave empty for the defaults.',
    }),
    isSet: (masked: string) => `A key is set: ${masked}.`,
    notSet: 'No key is set.',
    newKey: 'Enter a new key to replace it',
    remove: 'Remove the key',
    removeQuestion: 'Remove this key?',
    removeDescription: 'Payments stop until you set a new key. You get it from the payment provider.',
    removeVerb: 'Remove',
    testKeys: 'Test the saved keys',
    keyWorks: textsFor<KeyMode>({
      live: 'works (live: real payments)',
      test: 'works (test mode: no real payments)',
    }),
    keyFails: textsFor<Exclude<KeyState, 'works'>>({
      missing: 'is not set',
      rejected: 'is unknown to the payment provider. Copy it again from there',
      'not-permitted': 'has too few permissions. Allow it to create payments and subscriptions',
      'other-account': 'belongs to another account or mode than the secret key',
      unreachable: 'could not be tested: the payment provider did not respond. Try again later',
      unreadable: 'can’t be read with the SECRET_KEY of this server. Enter the key again',
    }),
    keyTests: (secret: string, publishable: string) =>
      `The secret key ${secret}. The publishable key ${publishable}.`,
    noWebhookSecret:
      'This server rejects events from the payment provider until STRIPE_WEBHOOK_SECRET is set. Until then, payments are recorded late.',
    save: 'Save',
    saveOne: (label: string) => `Save: ${label}`,
    contacts: 'Safety contacts',
    openContacts: 'Edit the safety contacts',
    noContacts: 'No one to call yet.',
  },
});

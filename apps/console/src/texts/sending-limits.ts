import type { Channel, OwnLimitColumn } from '@callpoint/contract/channels/channels';
import { numberFormat } from './formats.ts';
import { inLanguage, textsFor } from './language.ts';

const number = numberFormat();
const heldMessages = (count: number) => (count === 1 ? '1 held message' : `${number(count)} held messages`);
const messages = (count: number) => (count === 1 ? '1 message' : `${number(count)} messages`);

/** How much a subscriber may send to external recipients a day. */
export const sendingLimitTexts = inLanguage({
  en: {
    title: 'Sending limits',
    readFailed: 'The sending limits could not be loaded.',
    description:
      'How many messages this subscriber can send to external recipients in a day. Everyone is external except the subscriber, its app users, and the safety consultancy. When a limit is reached, further messages are held until you release them. An emergency is never held if an earlier message reached its recipient.',
    descriptionForOwn:
      'How many messages you can send to external recipients in a day. Everyone is external except you, your app users, and the safety consultancy. When a limit is reached, further messages are held until an administrator releases them, or you within the limit. An emergency is never held if an earlier message reached its recipient.',

    channels: textsFor<Channel>({
      email: 'Emails',
      sms: 'SMS',
      voice: 'Voice calls',
      push: 'Push notifications',
    }),
    used: (used: number, limit: number) => `${number(used)} of ${number(limit)}`,
    none: 'Not allowed',
    counted: textsFor<'messages' | 'recipients', Record<Channel, string>>({
      messages: { email: 'sent today', sms: 'sent today', voice: 'called today', push: 'sent today' },
      recipients: {
        email: 'different addresses today',
        sms: 'different numbers today',
        voice: 'different numbers today',
        push: 'different accounts today',
      },
    }),
    held: (count: number) => `${messages(count)} held`,
    resets: 'The limits reset on',

    unconfirmedOwn:
      'Confirm your email address to raise these limits. Held messages are then sent automatically.',
    unconfirmed: 'The limits are lower until the subscriber confirms its email address.',
    reachedOwn:
      'You have reached a limit. Further messages to external recipients are held until you release them. You can do that on the Deliveries page after the limits reset.',
    askForMore: 'Contact us if you need a higher limit.',
    toHeld: 'See held messages',

    own: 'Limits for this subscriber',
    ownDescription: 'Messages a day to external recipients. Leave empty to use the limit of the plan.',
    fields: textsFor<OwnLimitColumn>({
      daily_email_limit: 'Emails a day',
      daily_sms_limit: 'SMS a day',
    }),
    planLimit: 'Limit of the plan',
    notANumber: (field: string, highest: number) =>
      `${field}: enter a whole number from 0 to ${number(highest)}, or leave it empty.`,
    save: 'Save limits',

    release: (count: number) => `Release ${heldMessages(count)}`,
    releaseAsk: (count: number) => `Release ${heldMessages(count)}?`,
    releaseDescription: (count: number) =>
      count === 1
        ? 'The message is sent now, although the limit is reached.'
        : 'They are sent now, although the limit is reached.',
    releaseVerb: 'Release',
    released: (count: number) => `${messages(count)} released.`,
  },
});

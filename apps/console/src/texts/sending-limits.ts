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
      'These limits apply to everyone except the subscriber, its app users, and the safety consultancy. Emergencies to recipients who have been reached before are never held.',
    descriptionForOwn:
      'These limits apply to everyone except you, your app users, and the safety consultancy. Emergencies to recipients who have been reached before are never held.',

    channels: textsFor<Channel>({ email: 'Emails', sms: 'Text messages' }),
    used: (used: number, limit: number) => `${number(used)} of ${number(limit)}`,
    none: 'Not allowed',
    counted: textsFor<'messages' | 'recipients', Record<Channel, string>>({
      messages: { email: 'sent today', sms: 'sent today' },
      recipients: { email: 'different addresses today', sms: 'different numbers today' },
    }),
    held: (count: number) => `${messages(count)} held`,
    resets: 'Resets on',

    unconfirmedOwn:
      'Confirm your email address to raise these limits. Held messages are sent as soon as you do.',
    unconfirmed: 'The limits are lower until the subscriber confirms its email address.',
    reachedOwn:
      'You reached a limit: further messages to external recipients are held. After the reset, you can resend them on the Deliveries page.',
    askForMore: 'Contact us if you need a higher limit.',
    toHeld: 'See held messages',

    own: 'Limits for this subscriber',
    ownDescription: 'Messages a day to external recipients. Leave empty for the limit of the plan.',
    fields: textsFor<OwnLimitColumn>({
      daily_email_limit: 'Emails a day',
      daily_sms_limit: 'Text messages a day',
    }),
    planLimit: 'Limit of the plan',
    notANumber: (field: string, highest: number) =>
      `${field}: enter a whole number from 0 to ${number(highest)}, or leave it empty.`,
    save: 'Save limits',

    release: (count: number) => `Release ${heldMessages(count)}`,
    releaseAsk: (count: number) => `Release ${heldMessages(count)}?`,
    releaseDescription: (count: number) =>
      count === 1
        ? 'The message is sent now, in addition to the limit.'
        : 'They are sent now, in addition to the limit.',
    releaseVerb: 'Release',
    released: (count: number) => `${messages(count)} released.`,
  },
});

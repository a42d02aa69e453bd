import { inLanguage } from './language.ts';

const people = (count: number) => (count === 1 ? '1 message' : `${count} messages`);

/** The delivery log: who was sent what, and what became of it. */
export const deliveryTexts = inLanguage({
  en: {
    states: {
      pending: 'Pending',
      sending: 'Sending',
      sent: 'Sent',
      failed: 'Failed',
      held: 'Held',
      skipped: 'Skipped',
    },
    channels: { email: 'E-mail', sms: 'SMS' },
    roles: { team: 'Safety team', user: 'The app user', consultancy: 'Safety consultancy' },

    told: 'Who was told',
    toldReadFailed: 'Who was told could not be read.',
    nobody: 'No message was planned: the settings name nobody to tell.',
    summary: {
      sent: (count: number) => `${people(count)} sent`,
      moving: (count: number) => `${people(count)} on the way`,
      failed: (count: number) => `${people(count)} failed`,
      held: (count: number) => `${people(count)} held`,
      skipped: (count: number) => `${people(count)} skipped`,
    },
    noAddress: 'No address',
    sentAt: 'Taken by the provider at',
    deliveredAt: 'Reached the phone at',
    nextAt: 'Next try at',
    nowSending: 'It is being sent at this moment.',
    heldMeans: 'It goes only when somebody sends it again.',
    notSent: 'Not sent.',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    noAttempts: 'No attempt yet',
    outcomes: {
      sent: 'Taken',
      temporary: 'Not now',
      permanent: 'Refused',
      skipped: 'Not sent',
      lost: 'Answer lost',
      delivered: 'Delivered',
      undelivered: 'Not delivered',
    },
    took: (ms: number) => `${ms} ms`,
    theySaid: (words: string) => `The provider: ${words}`,
  },
});

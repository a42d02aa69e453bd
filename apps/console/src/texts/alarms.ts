import { inLanguage } from './language.ts';

/** Submissions that notified no one. */
export const alarmTexts = inLanguage({
  en: {
    noOneNotified: 'No one was notified',
    /** It stays true when someone acknowledges it later. */
    noOneAcknowledged: 'No one acknowledged it in time',
    noOneNotifiedNorAcknowledged: 'No one was notified, and no one acknowledged it in time',
    why: {
      none_planned: 'There was no recipient for a message.',
      all_failed: 'All messages failed.',
      none_sent: 'No message got through: all failed, are held or were skipped.',
      not_accepted: 'No message got through within 60 seconds.',
      unacknowledged: 'All steps of the escalation have started.',
    },
    callUnknown: 'Call the person who sent it.',
    openOf: (name: string, time: string) => `Open the record of ${name}, ${time}, that notified no one`,
    announced: (item: string, name: string, time: string, why: string) =>
      `No one was notified of ${item}, ${name}, ${time}. ${why} Call ${name}.`,
    announcedUnacknowledged: (item: string, name: string, time: string, headline: string) =>
      `${item}: ${name}, ${time}. ${headline}. Call ${name}.`,
  },
});

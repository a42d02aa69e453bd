import { inLanguage } from './language.ts';

/** Submissions that notified no one. */
export const alarmTexts = inLanguage({
  en: {
    region: 'Records of which nobody was told',
    noOneNotified: 'Nobody was told',
    why: {
      none_planned: 'There was nobody else whom a message could be sent to.',
      all_failed: 'Every message to others failed.',
      none_sent: 'No message to others was sent: each failed, is held or was skipped.',
      not_accepted: 'No message to others got through within 60 seconds.',
    },
    call: 'Call them:',
    callThem: 'Call them.',
    openOf: (name: string, time: string) => `Open the record of ${name}, ${time}, of which nobody was told`,
    announced: (item: string, name: string, time: string, why: string) =>
      `Nobody was told about ${item}, ${name}, ${time}: ${why} Call them.`,
    markHandled: 'I have seen to it',
    markHandledDescription: 'Takes this off every screen.',
  },
});

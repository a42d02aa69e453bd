import { inLanguage } from './language.ts';

/** The alarm above a record that notified no one; the bar of every screen needs only the texts of `alarms.ts`. */
export const recordAlarmTexts = inLanguage({
  en: {
    call: (name: string) => `Call ${name}:`,
    markHandled: 'Mark as handled',
    markHandledDescription: 'Removes it from every screen.',
  },
});

import { inLanguage } from './language.ts';

/** The email about each month's incidents. */
export const monthlyReportTexts = inLanguage({
  en: {
    title: 'Monthly report',
    off: 'Off. Get these figures by email after each month.',
    on: (recipients: string) => `On. These figures are emailed after each month to ${recipients}.`,
    setUp: 'Set up',
    change: 'Change',
    readFailed: 'The monthly report could not be loaded.',

    switch: 'Email the figures after each month',
    recipients: 'Recipients',
    help: (most: number) => `At most ${most} email addresses. They need no account.`,
    description:
      'Sent once to each recipient in the morning after the month, also if there were no incidents. The first email is about the current month.',
    required: 'Add at least one recipient.',
    tooMany: (most: number) => `Remove some recipients: there can be at most ${most}.`,
    invalid: (address: string) => `${address} is not an email address.`,
    save: 'Save',
  },
});

import { inLanguage } from './language.ts';

/** Texts that only the page of an incident shows. */
export const incidentPageTexts = inLanguage({
  en: {
    /** The text of a pressed button. */
    pressed: (button: string) => `“${button}”`,
    note: 'Your note',
    notRecorded: (what: string, reason: string) => `${what} is not recorded. ${reason}`,
    mayNotBeRecorded: (what: string, reason: string) => `${what} may not be recorded. ${reason}`,
    closedBy: (name: string) => `Closed by ${name}`,
    closeTitle: 'Close this incident?',
    closeDescription: (item: string, name: string) => `${item} of ${name}.`,
    noOneHadIt: 'No one has acknowledged this incident.',
    chooseOutcome: 'Choose an outcome.',
    afterClosing: 'Boards stop showing it. Notes can still be added.',
  },
});

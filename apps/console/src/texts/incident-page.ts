import { inLanguage } from './language.ts';

/** Texts that only the page of an incident shows. */
export const incidentPageTexts = inLanguage({
  en: {
    /** `action`: the text of the button. */
    notRecorded: (action: string, reason: string) => `“${action}” is not recorded. ${reason}`,
    noteNotAdded: (reason: string) => `The note is not added. ${reason}`,
    closedBy: (name: string) => `Closed by ${name}`,
    closeTitle: 'Close this incident?',
    closeDescription: (item: string, name: string) => `${item} of ${name}.`,
    afterClosing: 'Boards stop showing it. Notes can still be added.',
  },
});

import { dateFormat } from './formats.ts';
import { inLanguage } from './language.ts';

const time = dateFormat({ timeStyle: 'short' });
const day = dateFormat({ dateStyle: 'medium' });

/** `at 9:14 AM`, or `on Nov 20, 2026, 9:14 AM` on another day. `now` in milliseconds since 1970. */
function whenEn(iso: string, now: number): string {
  const at = new Date(iso);
  const date = day().format(at);
  return date === day().format(now) ? `at ${time().format(at)}` : `on ${date}, ${time().format(at)}`;
}

/** Conflicts between two people who change the same record. */
export const conflictTexts = inLanguage({
  en: {
    /** `at`: ISO 8601. */
    changed: (at: string, now = Date.now()) => `This was changed in the meantime, ${whenEn(at, now)}.`,
    theirs: (at: string, now = Date.now()) => `Other version, saved ${whenEn(at, now)}:`,
    empty: '(empty)',
    saveAgain: 'Save again to replace the other version, or use it.',
    takeTheirs: 'Use the other version',
    takeTheirsFor: (field: string) => `Use the other version: ${field}`,
    /** For an action instead of an edit, such as blocking a user. */
    lookAgain: (name: string) =>
      `${name} was changed in the meantime, so nothing was done. Check the current values below, then decide.`,
  },
});

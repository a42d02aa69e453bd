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

const CHANGED_EN = 'This was changed in the meantime';

/** At fields: conflicts between two people who change the same record. */
export const fieldTexts = inLanguage({
  en: {
    /** `at`: ISO 8601. */
    changed: (at: string, now = Date.now()) => `${CHANGED_EN}, ${whenEn(at, now)}.`,
    isConflict: (msg: string) => msg.startsWith(CHANGED_EN),
    /** Above the links to the fields. */
    choose: (count: number) =>
      count === 1
        ? 'Someone else changed this field while you were editing it. Choose one of the two versions below it:'
        : `Someone else changed these ${count} fields while you were editing. Choose one of the two versions below each:`,
    theirs: (at: string, now = Date.now()) => `Other version, saved ${whenEn(at, now)}:`,
    empty: '(empty)',
    saveAgain: 'Save again to replace the other version, or use it.',
    takeTheirs: 'Use the other version',
    takeTheirsFor: (field: string) => `Use the other version: ${field}`,
  },
});

/** The sentence above a form's problems if all of them are conflicts: nothing is wrong with the fields. */
export function conflictHeading(problems: readonly { msg: string }[]): string | undefined {
  return problems.every(({ msg }) => fieldTexts.isConflict(msg))
    ? fieldTexts.choose(problems.length)
    : undefined;
}

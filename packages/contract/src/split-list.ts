/** Lists of recipients as they are typed. Apart from the schemas: a field that only looks needs no validator. */

/** Maximum recipients of one kind of message, e.g. of the emails to the safety team. */
export const MAX_RECIPIENTS = 20;

/** The parts of a comma separated list, without blanks. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A number for SMS as the settings hold it: digits, a + in front where the country is given. */
export function isPlainNumber(value: string): boolean {
  return /^\+?\d{7,15}$/.test(value);
}

/** Lists of recipients as typed text. Separate from the schemas, so that a field that only reads loads no validator. */

/** Maximum recipients of one kind of message, e.g. of the emails to the safety team. */
export const MAX_RECIPIENTS = 20;

/** The parts of a comma separated list, without blanks. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A number for SMS as the settings store it: digits, with a leading + if it includes the country. */
export function isPlainNumber(value: string): boolean {
  return /^\+?\d{7,15}$/.test(value);
}

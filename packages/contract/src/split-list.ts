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

/** A phone number in any common format: 7 to 15 digits with spaces, dots, dashes, slashes and brackets, and a + in front. */
export function isPhoneNumber(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s().\-/]+$/.test(value) && digits >= 7 && digits <= 15;
}

/** A number without signs between its digits, as the settings store it if its country is known. */
export function isPlainNumber(value: string): boolean {
  return /^\+?\d{7,15}$/.test(value);
}

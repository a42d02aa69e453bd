/** Lists of recipients as they are typed. Apart from the schemas: a field that only looks needs no validator. */

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

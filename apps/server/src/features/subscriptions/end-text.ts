const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat('en-US', DAY);
const moment = new Intl.DateTimeFormat('en-US', { ...DAY, timeStyle: 'short' });

/** The last moment of a day in UTC: the end of an upgrade for which a day was chosen. */
export const END_OF_DAY = 'T23:59:59.999Z';

/**
 * The end of an upgrade as an administrator chose it: `Mar 31, 2027` for a day, `Mar 31, 2027, 1:00 PM UTC` for a moment.
 * @param iso ISO 8601 in UTC
 */
export function endText(iso: string): string {
  const at = new Date(iso);
  return iso.endsWith(END_OF_DAY) ? day.format(at) : `${moment.format(at)} UTC`;
}

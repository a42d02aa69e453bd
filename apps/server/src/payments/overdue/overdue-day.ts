import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';

/** A day in texts about an overdue payment, in the subscriber's time zone: `Nov 21, 2026`. @param iso ISO 8601 */
export function overdueDay(iso: string, timeZone: string | null): string {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone: timeZone ?? DEFAULT_ZONE,
  });
  return format.format(new Date(iso));
}

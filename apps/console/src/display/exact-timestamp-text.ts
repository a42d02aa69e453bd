import { dayAndTime, onOneLine } from './timestamp-text.ts';

/** `Nov 21, 2026, 9:14:07.345 AM CET`: for data where milliseconds matter. Its parameters are those of `timestampText`. */
export function exactTimestampText(iso: string, zone?: string): string {
  return onOneLine(dayAndTime(iso, zone, /\.\d{3}/.exec(iso)?.[0]));
}

import { toReadable } from '../sms/phone-numbers.ts';
import { timeText } from '../templates/time-text.ts';

/** Times and numbers in the words of a sentence that may be read aloud. */

const MINUTE = 60_000;

/** `6 minutes`, `1 hour 5 minutes`, `less than a minute`. */
export function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  if (minutes < 1) return 'less than a minute';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [
    ...(hours > 0 ? [`${hours} ${hours === 1 ? 'hour' : 'hours'}`] : []),
    ...(rest > 0 ? [`${rest} ${rest === 1 ? 'minute' : 'minutes'}`] : []),
  ].join(' ');
}

/** The time of day, without the date and the zone: `1:24 PM`. */
export function spokenTime(at: string, zone: string): string {
  return /\d+:\d\d [AP]M/.exec(timeText(at, zone))?.[0] ?? '';
}

/** The digits of a phone number one by one, with pauses between its groups: `1, 3 0 3, 5 5 5, 0 1 4 1`. */
export function spokenDigits(phone: string): string {
  return (toReadable(phone) ?? phone)
    .split(/\D+/)
    .filter((group) => group !== '')
    .map((group) => [...group].join(' '))
    .join(', ');
}

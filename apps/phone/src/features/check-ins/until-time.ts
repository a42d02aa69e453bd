/** The end of check-ins, as a person enters it: hours and minutes. */

const HALF_HOUR = 30 * 60_000;
const USUAL_SHIFT = 4 * 60 * 60_000;

/** The next moment with this time of day (`17:00`); null if the text is no time. */
export function untilTime(text: string, now: Date): Date | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const until = new Date(now);
  until.setHours(Number(hours), Number(minutes), 0, 0);
  if (until <= now) until.setDate(until.getDate() + 1);
  return until;
}

/** What the field shows first: in four hours, on a half hour. */
export function usualUntil(now: Date): string {
  const until = new Date(Math.ceil((now.getTime() + USUAL_SHIFT) / HALF_HOUR) * HALF_HOUR);
  return [until.getHours(), until.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The rest of the time to answer: `4:05`. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

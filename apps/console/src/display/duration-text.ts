import { durationTexts } from '../texts/durations.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `42 s`, `6 min 42 s`, `1 h 5 min`, `2 d 3 h`: the two largest units. Less than none counts as none. */
export function durationText(ms: number): string {
  const left = Math.max(0, ms);
  const whole = (unit: number, of = left) => Math.floor(of / unit);
  if (left < MINUTE) return durationTexts.seconds(whole(SECOND));
  if (left < HOUR) return durationTexts.minutes(whole(MINUTE), whole(SECOND, left % MINUTE));
  if (left < DAY) return durationTexts.hours(whole(HOUR), whole(MINUTE, left % HOUR));
  return durationTexts.days(whole(DAY), whole(HOUR, left % DAY));
}

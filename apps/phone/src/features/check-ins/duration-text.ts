import { responseTexts } from '../../texts/response/response-texts.ts';

/** `45 minutes`, `2 hours`. */
export function durationText(minutes: number): string {
  return minutes >= 60 && minutes % 60 === 0
    ? responseTexts.checkIn.hours(minutes / 60)
    : responseTexts.checkIn.minutes(minutes);
}

import type { Segments } from '@callpoint/alerts/sms/segments';
import { settingsTexts } from '../../texts/settings.ts';

/** The text about the length of an SMS. */
export function segmentText(segments: Segments): string {
  const cost = settingsTexts.smsCost(segments.segments, segments.units);
  const { ucs2Character } = segments;
  return ucs2Character === null ? cost : `${cost} ${settingsTexts.dearer(ucs2Character)}`;
}

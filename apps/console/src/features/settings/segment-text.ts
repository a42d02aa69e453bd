import type { Segments } from '@callpoint/alerts/segments';
import { settingsTexts } from '../../lib/texts/settings.ts';

/** What people are told about the length of an SMS; with variables in it the text that is sent has another one. */
export function segmentText(segments: Segments, hasVariables: boolean): string {
  const cost = settingsTexts.smsCost(segments.segments, segments.units, hasVariables);
  const { dearerCharacter } = segments;
  return dearerCharacter === null ? cost : `${cost} ${settingsTexts.dearer(dearerCharacter)}`;
}

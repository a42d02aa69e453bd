import type { Segments } from '@callpoint/alerts/segments';

/** What people are told about the length of an SMS; with variables in it the text that is sent has another one. */
export function segmentText(segments: Segments, hasVariables: boolean): string {
  const count = segments.segments === 1 ? '1 SMS' : `${segments.segments} SMS`;
  const length = `${segments.units} ${segments.units === 1 ? 'character' : 'characters'}`;
  const parts = [`${count}, ${length}${hasVariables ? ' before the variables are filled in' : ''}.`];
  if (segments.dearerCharacter !== null) {
    parts.push(`“${segments.dearerCharacter}” leaves room for only 70 characters in an SMS instead of 160.`);
  }
  return parts.join(' ');
}

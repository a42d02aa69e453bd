/**
 * How many SMS a text costs (3GPP TS 23.038): GSM-7 carries 160 units, or 153 each in a chain; one character outside
 * its alphabet makes the entire text UCS-2 with 70, or 67 each. The count is that of the provider's own calculator, without
 * its "smart encoding", but in linear time and also for characters that are longer than one SMS.
 */

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Sent as an escape and a second unit, which stay together. */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');

const CAPACITY = {
  'GSM-7': { alone: 160, chained: 153 },
  'UCS-2': { alone: 70, chained: 67 },
} as const;

export interface Segments {
  encoding: 'GSM-7' | 'UCS-2';
  /** How many SMS are paid for; 0 for an empty text. */
  segments: number;
  /** Septets for GSM-7, UTF-16 code units for UCS-2. */
  units: number;
  /** The first character, as a person sees it, that forces the more expensive UCS-2; null for GSM-7. */
  ucs2Character: string | null;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Counts a filled-in SMS text. */
export function countSegments(text: string): Segments {
  const ucs2Character = firstOutsideGsm(text);
  const encoding = ucs2Character === null ? 'GSM-7' : 'UCS-2';
  const { alone, chained } = CAPACITY[encoding];
  const parts = encoding === 'GSM-7' ? gsmParts(text) : ucsParts(text, chained);
  const units = parts.reduce((sum, part) => sum + part, 0);
  if (units <= alone) return { encoding, segments: units === 0 ? 0 : 1, units, ucs2Character };
  let segments = 1;
  let used = 0;
  for (const part of parts) {
    if (used + part > chained) {
      segments += 1;
      used = 0;
    }
    used += part;
  }
  return { encoding, segments, units, ucs2Character };
}

function isGsm(character: string): boolean {
  return GSM_BASIC.has(character) || GSM_EXTENSION.has(character);
}

function firstOutsideGsm(text: string): string | null {
  // Most texts are entirely GSM-7, and checking that needs no graphemes.
  let index = 0;
  for (const character of text) {
    if (!isGsm(character)) return graphemes.segment(text).containing(index)?.segment ?? character;
    index += character.length;
  }
  return null;
}

/** The units of each indivisible part: a character with its escape. */
function gsmParts(text: string): number[] {
  return [...text].map((character) => (GSM_EXTENSION.has(character) ? 2 : 1));
}

/** The units of each indivisible part: a grapheme, or one character of a grapheme that is longer than an SMS. */
function ucsParts(text: string, capacity: number): number[] {
  return [...graphemes.segment(text)].flatMap(({ segment }) =>
    segment === '\r\n' || segment.length > capacity
      ? [...segment].map((character) => character.length)
      : [segment.length],
  );
}

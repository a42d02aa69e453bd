import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { expect, test } from 'vitest';
import { anyText } from '../arbitraries.ts';
import { countSegments } from './segments.ts';

/** The GSM 7 bit default alphabet and its extension by code point, septets in order (3GPP TS 23.038, 6.2.1). */
const SEPTETS = new Map<number, number[]>();
const FIRST = [
  0x40, 0xa3, 0x24, 0xa5, 0xe8, 0xe9, 0xf9, 0xec, 0xf2, 0xc7, 0x0a, 0xd8, 0xf8, 0x0d, 0xc5, 0xe5, 0x394, 0x5f,
  0x3a6, 0x393, 0x39b, 0x3a9, 0x3a0, 0x3a8, 0x3a3, 0x398, 0x39e, -1, 0xc6, 0xe6, 0xdf, 0xc9,
];
for (const [septet, code] of FIRST.entries()) if (code >= 0) SEPTETS.set(code, [septet]);
for (let code = 0x20; code < 0x7b; code += 1) {
  if (![0x24, 0x40, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f, 0x60].includes(code)) SEPTETS.set(code, [code]);
}
const MOVED: [number, number][] = [
  [0xa4, 0x24],
  [0xa1, 0x40],
  [0xc4, 0x5b],
  [0xd6, 0x5c],
  [0xd1, 0x5d],
  [0xdc, 0x5e],
  [0xa7, 0x5f],
  [0xbf, 0x60],
  [0xe4, 0x7b],
  [0xf6, 0x7c],
  [0xf1, 0x7d],
  [0xfc, 0x7e],
  [0xe0, 0x7f],
];
for (const [code, septet] of MOVED) SEPTETS.set(code, [septet]);
const EXTENDED: [number, number][] = [
  [0x0c, 0x0a],
  [0x5e, 0x14],
  [0x7b, 0x28],
  [0x7d, 0x29],
  [0x5c, 0x2f],
  [0x5b, 0x3c],
  [0x7e, 0x3d],
  [0x5d, 0x3e],
  [0x7c, 0x40],
  [0x20ac, 0x65],
];
for (const [code, septet] of EXTENDED) SEPTETS.set(code, [0x1b, septet]);

/**
 * Encodes and splits a text as a gateway does, but never between an escape and its septet or between two surrogates.
 */
function oracle(text: string) {
  const septets = [...text].map((character) => SEPTETS.get(character.codePointAt(0) ?? -1));
  const isGsm = septets.every((septet) => septet !== undefined);
  const units: number[] = isGsm
    ? septets.flat().map(Number)
    : text.split('').map((unit) => unit.charCodeAt(0));
  const [alone, chained] = isGsm ? [160, 153] : [70, 67];
  const opens = (unit: number) => (isGsm ? unit === 0x1b : unit >= 0xd800 && unit < 0xdc00);
  let segments = units.length === 0 ? 0 : 1;
  if (units.length > alone) {
    segments = 0;
    for (let at = 0; at < units.length; segments += 1) {
      const end = at + chained;
      at = end < units.length && opens(units[end - 1] ?? 0) ? end - 1 : end;
    }
  }
  return { encoding: isGsm ? 'GSM-7' : 'UCS-2', segments, units: units.length };
}

const GSM = String.fromCodePoint(...SEPTETS.keys());
const gsmCharacter = fc.constantFrom(...GSM);
/** Characters outside GSM-7. Each is one grapheme, so both methods of splitting give the same result. */
const unicodeCharacter = fc.constantFrom(...'жçÁ中’–`\t\u00a0😀🚨');
const upTo = (unit: fc.Arbitrary<string>) => fc.string({ unit, maxLength: 500, size: 'max' });

test('the test’s own GSM-7 alphabet is complete', () => {
  expect(SEPTETS.size).toBe(127 + 10);
  expect(new Set([...SEPTETS.values()].map(String)).size).toBe(137);
});

test('counts segments according to the standard', () => {
  const text = fc.oneof(
    upTo(gsmCharacter),
    upTo(fc.oneof(gsmCharacter, fc.constant('€'))),
    upTo(fc.oneof({ arbitrary: gsmCharacter, weight: 9 }, { arbitrary: unicodeCharacter, weight: 1 })),
    upTo(unicodeCharacter),
  );
  fc.assert(
    fc.property(text, (sms) => {
      expect(countSegments(sms)).toMatchObject(oracle(sms));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['', 'GSM-7', 0, 0],
  ['a'.repeat(160), 'GSM-7', 1, 160],
  ['a'.repeat(161), 'GSM-7', 2, 161],
  ['a'.repeat(306), 'GSM-7', 2, 306],
  ['a'.repeat(307), 'GSM-7', 3, 307],
  ['€'.repeat(80), 'GSM-7', 1, 160],
  ['€'.repeat(153), 'GSM-7', 3, 306],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 3, 306],
  [`${'a'.repeat(80)}\r\n${'a'.repeat(79)}`, 'GSM-7', 2, 161],
  [`${'中'.repeat(66)}\r\n${'中'.repeat(66)}`, 'UCS-2', 2, 134],
  ['中'.repeat(70), 'UCS-2', 1, 70],
  ['中'.repeat(71), 'UCS-2', 2, 71],
  ['中'.repeat(135), 'UCS-2', 3, 135],
  ['😀'.repeat(35), 'UCS-2', 1, 70],
  ['😀'.repeat(36), 'UCS-2', 2, 72],
  ['😀'.repeat(67), 'UCS-2', 3, 134],
])('%j is %s: %d segments of %d units', (text, encoding, segments, units) => {
  expect(countSegments(text)).toMatchObject({ encoding, segments, units });
});

test("agrees with the provider's own calculator on all texts that are not empty", () => {
  const family = fc.constantFrom('👨‍👩‍👧', 'e\u0301', '👍🏽', '🇺🇸', '\r\n');
  const text = fc.oneof(
    anyText,
    upTo(fc.oneof(gsmCharacter, unicodeCharacter)),
    upTo(fc.oneof(unicodeCharacter, family)),
  );
  fc.assert(
    fc.property(text, (sms) => {
      fc.pre(sms !== '' && !hasLongGrapheme(sms));
      const theirs = new SegmentedMessage(sms);
      const ours = countSegments(sms);
      expect(ours.encoding).toBe(theirs.encodingName);
      expect(ours.segments).toBe(theirs.segments.length);
    }),
    { numRuns: 300 },
  );
});

/** The provider's calculator counts too few segments if a grapheme is longer than an SMS. */
function hasLongGrapheme(text: string): boolean {
  return [...new Intl.Segmenter().segment(text)].some(({ segment }) => segment.length > 67);
}

test('counts all segments of a grapheme that is longer than an SMS', () => {
  const zalgo = `e${'\u0301'.repeat(200)}`;
  expect(countSegments(zalgo)).toMatchObject({ segments: 3, units: 201 });
});

test('`ucs2Character` is the first full grapheme outside GSM-7', () => {
  expect(countSegments('Fire at gate 3').ucs2Character).toBeNull();
  expect(countSegments('Don’t wait – run').ucs2Character).toBe('’');
  expect(countSegments('a 👨‍👩‍👧 b').ucs2Character).toBe('👨‍👩‍👧');
  expect(countSegments('cafe\u0301').ucs2Character).toBe('e\u0301');
  fc.assert(
    fc.property(anyText, (sms) => {
      const { ucs2Character, encoding } = countSegments(sms);
      expect(ucs2Character === null).toBe(encoding === 'GSM-7');
      if (ucs2Character === null) return;
      expect(oracle(ucs2Character).encoding).toBe('UCS-2');
      expect(oracle(sms.slice(0, sms.indexOf(ucs2Character))).encoding).toBe('GSM-7');
    }),
  );
});

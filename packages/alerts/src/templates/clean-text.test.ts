import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../arbitraries.ts';
import { cleanLine, cleanText, shorten, showControls } from './clean-text.ts';

const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  /\p{Cc}/u.test(character),
);
const BREAKS = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'];

test('removes or replaces every control character', () => {
  expect(CONTROLS).toHaveLength(65);
  for (const control of CONTROLS) {
    const expected = control === '\t' ? '\t' : BREAKS.includes(control) ? '\n' : '';
    expect(cleanText(`a${control}b`)).toBe(`a${expected}b`);
    expect(cleanLine(`${control}a${control}${control}b`)).toBe('a b');
    expect(showControls(`a${control}b`)).toBe('a\ufffdb');
  }
  for (const lineBreak of BREAKS) {
    expect(cleanText(`a${lineBreak}b`)).toBe('a\nb');
    expect(cleanLine(`a${lineBreak}b`)).toBe('a b');
  }
});

test('does not change clean text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const clean of [cleanText, cleanLine, showControls]) expect(clean(clean(text))).toBe(clean(text));
    }),
  );
  expect(cleanText(' Grüße 👨‍👩‍👧\n\n- ok\t')).toBe(' Grüße 👨‍👩‍👧\n\n- ok\t');
});

test('a line of ASCII has single spaces between its words, and none at its ends', () => {
  const ascii = fc.string({ unit: fc.constantFrom('a', '!', '~', ' ', '  ', '\t', '\n', '\u007f') });
  fc.assert(
    fc.property(ascii, (text) => {
      const words = text.split(/[ \t\n\u007f]+/).filter((word) => word !== '');
      expect(cleanLine(text)).toBe(words.join(' '));
      expect(cleanText(text)).toBe(text.replaceAll('\u007f', ''));
    }),
  );
});

test('shortens a text to its start with the ending, and never splits a character', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 20 }), (text, max) => {
      const short = shorten(text.toWellFormed(), max, '...');
      expect(short.length).toBeLessThanOrEqual(max);
      expect(short.isWellFormed()).toBe(true);
      if (text.length <= max) expect(short).toBe(text.toWellFormed());
      else expect(short.length).toBeGreaterThanOrEqual(max - 1);
    }),
  );
});

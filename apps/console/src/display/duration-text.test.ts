import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [-5_000, '0 s'],
  [42_900, '42 s'],
  [402_000, '6 min 42 s'],
  [3_600_000 + 300_000, '1 h 5 min'],
  [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
])('%d ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));

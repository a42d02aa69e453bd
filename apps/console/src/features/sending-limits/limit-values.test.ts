import { expect, test } from 'vitest';
import { parseLimit } from './limit-values.ts';

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  [' 250 ', 250],
  ['5,000', 5000],
  ['1 000 000', 1_000_000],
])('reads %j as %s', (typed, limit) => {
  expect(parseLimit(typed)).toBe(limit);
});

test.each(['-1', '1.5', '1,5', 'many', '10,00', '5,000.0', '1e3'])('rejects %j', (typed) => {
  expect(parseLimit(typed)).toBeNaN();
});

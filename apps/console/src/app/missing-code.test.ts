import { expect, test } from 'vitest';
import { isMissingCode } from './missing-code.ts';

test.each([
  'Failed to fetch dynamically imported module: https://x.example/app/assets/a.js',
  'error loading dynamically imported module: https://x.example/app/assets/a.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /app/assets/a.css',
])('code that could not be fetched: %s', (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true);
});

test('any other error does not count as missing code', () => {
  expect(isMissingCode(new TypeError('x is not a function'))).toBe(false);
  expect(isMissingCode('Failed to fetch dynamically imported module')).toBe(false);
});

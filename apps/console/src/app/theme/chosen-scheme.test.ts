import { expect, test } from 'vitest';
import { chosenScheme } from './chosen-scheme.ts';

test.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['auto', true, 'dark'],
  [null, true, 'dark'],
  [null, false, 'light'],
] as const)('chosen %s, the system dark %s: %s', (chosen, prefersDark, scheme) => {
  expect(chosenScheme({ getItem: () => chosen }, prefersDark)).toBe(scheme);
});

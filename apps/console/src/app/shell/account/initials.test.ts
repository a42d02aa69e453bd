import { expect, test } from 'vitest';
import { avatarAddress, getInitials } from './initials.ts';

test.each([
  ['Tess', 'Miller', 'TM'],
  [' tess ', '', 'T'],
  ['', '', '?'],
  ['Émile', 'östberg', 'ÉÖ'],
  ['E\u0301mile', 'Ng', 'E\u0301N'],
  ['👩‍🚒', 'Ng', '👩‍🚒N'],
])('%s %s has the initials %s', (first, last, initials) => {
  expect(getInitials(first, last)).toBe(initials);
});

test('the address of an avatar contains the name and keeps the service’s own parameters', () => {
  expect(avatarAddress('https://avatars.example/api/?size=64', 'Tess', 'O’Neil & Co')).toBe(
    'https://avatars.example/api/?size=64&name=Tess+O%E2%80%99Neil+%26+Co',
  );
});

import { expect, test } from 'vitest';
import { subscriberTexts } from './subscribers.ts';

test.each([
  [0, 'It has no active app users.'],
  [1, '1 app user can’t press'],
  [12, '12 app users can’t press'],
  ['many', 'More than 10,000 app users can’t press'],
  [null, 'Its app users can’t press'],
] as const)('before a subscriber is blocked, the dialog says who loses access: %s', (users, text) => {
  expect(subscriberTexts.blockDescription('Smith & Sons', users)).toContain(text);
});

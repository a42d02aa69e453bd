import { expect, test } from 'vitest';
import { appUserTexts } from './app-users.ts';
import { subscriberTexts } from './subscribers.ts';

test.each([
  [0, 'It has no active app users.'],
  [1, '1 app user can’t press any button until you unblock it and they log in again.'],
  [12, '12 app users can’t press'],
  ['many', 'More than 10,000 app users can’t press'],
  [null, 'Its app users can’t press'],
] as const)('before a subscriber is blocked, the dialog says who loses access: %s', (users, text) => {
  expect(subscriberTexts.blockDescription('Smith & Sons', users)).toContain(text);
});

test('who has unblocked a subscriber or a user reads that its people must log in again', () => {
  expect(subscriberTexts.isNowUnblocked('Smith & Sons')).toBe(
    'Smith & Sons is unblocked. Its app users must log in again.',
  );
  expect(appUserTexts.isUnblocked('Ana Flores')).toBe(
    'Ana Flores is unblocked. They must log in to the app again.',
  );
});

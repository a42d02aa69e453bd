import { toE164, toReadable } from '@callpoint/alerts/sms/phone-numbers';
import { expect, test } from 'vitest';
import { checkNewNumbers } from './new-numbers.ts';

const plans = { toE164, toReadable, country: 'US', isCountryKnown: true } as const;
const SAVED = '+12025550100, +12025550101';

test('names the typed number only, with the country of the account', () => {
  expect(checkNewNumbers(`${SAVED}, (303) 555-0141`, SAVED, plans)).toEqual({
    dialed: ['+1 303 555 0141'],
    wrong: [],
    hasOtherCountry: false,
  });
});

test('names no number while only saved ones are in the list, and while a number is incomplete', () => {
  const none = { dialed: [], wrong: [], hasOtherCountry: false };
  expect(checkNewNumbers('+12025550101', SAVED, plans)).toEqual(none);
  expect(checkNewNumbers(`${SAVED}, +1 30`, SAVED, plans)).toEqual(none);
});

test('reports a number that cannot be dialed', () => {
  const { dialed, wrong } = checkNewNumbers(`${SAVED}, 03012345678`, SAVED, plans);
  expect({ dialed, wrong }).toEqual({ dialed: [], wrong: ['03012345678'] });
});

test('does not guess the country of a number before the account is known', () => {
  const unknown = { ...plans, isCountryKnown: false };
  expect(checkNewNumbers('3035550141, +493012345678', '', unknown)).toEqual({
    dialed: ['+49 30 12345678'],
    wrong: [],
    hasOtherCountry: true,
  });
});

import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, test } from 'vitest';
import { getCountry, isCountryCode, numberRestriction } from './phone-numbers.ts';
import { planNotifications } from '../plan/notification-plan.ts';
import { parseRecipients, unreachableNumbers } from '../plan/recipients.ts';

const PREMIUM = { code: 'premium-rate-number' };

test.each([
  '+19005550143',
  // Not known to be in use, but in a premium-rate range.
  '+19000000001',
  '+449098790000',
  '+448431234567',
  '+499001234567',
  '+4918012345678',
  '+33899123456',
])('never sends SMS to %s', (number) => {
  expect(numberRestriction(number, null)).toEqual(PREMIUM);
  expect(numberRestriction(number, ['US', 'GB', 'DE', 'FR'])).toEqual(PREMIUM);
});

test.each(['+12025550143', '+15555550143', '+14165550143', '+442079460123', '+491701234567'])(
  'sends SMS to %s if there is no list of countries',
  (number) => {
    expect(numberRestriction(number, null)).toBeNull();
  },
);

test('with a list of countries, sends SMS only to them, and the reason has the list', () => {
  const listed = ['US', 'DE'];
  for (const number of ['+12025550143', '+491701234567'])
    expect(numberRestriction(number, listed)).toBeNull();
  // Jamaica shares its country code with the United States; satellite phones belong to no country.
  for (const number of ['+18765550143', '+14165550143', '+442079460123', '+88213300655'])
    expect(numberRestriction(number, listed)).toEqual({ code: 'country-not-served', countries: listed });
  // A possible number that is not known to be in use; it can be a number of the United States.
  expect(numberRestriction('+15555550143', listed)).toBeNull();
});

test('finds the country of a number and validates country codes', () => {
  expect(['+12025550100', '+442079460123', '+88213300655'].map(getCountry)).toEqual(['US', 'GB', null]);
  expect(['US', 'GB', 'UK', 'XX', ''].map(isCountryCode)).toEqual([true, true, false, false, false]);
});

test('keeps restricted numbers in the list of recipients, with the problem', () => {
  expect(parseRecipients('sms', ['900 555 0143', '+44 20 7946 0123', '202 555 0143'], ['US'])).toEqual([
    { address: '+19005550143', problem: PREMIUM },
    { address: '+442079460123', problem: { code: 'country-not-served', countries: ['US'] } },
    { address: '+12025550143', problem: null },
  ]);
});

test('explains for each number of a list why it gets no SMS', () => {
  expect(unreachableNumbers('sms', '2025550143,9005550143,+442079460123,abc', ['US', 'DE'])).toEqual([
    '+1 900 555 0143 is a premium-rate or shared-cost number. SMS are never sent to such numbers.',
    '+44 20 7946 0123 gets no SMS. This server sends SMS only to numbers of: United States, Germany.',
  ]);
});

test('a plan skips restricted numbers of the safety team, the consultancy and the user', () => {
  const { messages } = planNotifications({
    item: { kind: 'button', id: 5 },
    settings: {
      mail_to_user_5: 'no',
      mail_to_bermac_5: 'no',
      sms_to_admin_number_5: '+442079460123,2025550143',
      sms_to_admin_message_5: 'Help {{NAME}}',
      sms_to_user_5: 'yes',
      sms_to_user_message_5: 'We know.',
      sms_to_bermac_5: 'yes',
      sms_to_bermac_message_5: 'Help {{NAME}}',
    },
    submission: { location: null, company: '', message: '', products: '' },
    user: { name: 'Ana', email: 'ana@work.example', phone: '900 555 0143' },
    consultancy: { ...perChannel(() => ''), email: '', sms: '+491701234567' },
    maps: { mapsUrl: 'https://maps.example/?q={lat},{lng}', mapImageUrl: null },
    smsCountries: ['US'],
  });
  const sms = messages.filter(({ channel }) => channel === 'sms');
  expect(sms.map(({ role, address, skipped }) => [role, address, skipped === null])).toEqual([
    ['team', '+442079460123', false],
    ['team', '+12025550143', true],
    ['user', '+19005550143', false],
    ['consultancy', '+491701234567', false],
  ]);
});

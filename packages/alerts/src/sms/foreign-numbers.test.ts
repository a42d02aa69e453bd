import { expect, test } from 'vitest';
import { foreignConfigProblems, foreignPhoneProblem, foreignSettingProblems } from './foreign-numbers.ts';

const IN_FRANCE =
  'is not a phone number in France. Start a number of another country with + and its country code, like +1 202 555 0143.';

test('digits that no number of the country has, but one of the United States, are rejected unless they are stored', () => {
  expect(foreignPhoneProblem('202 555 0143', null, 'FR')).toBe(`Phone ${IN_FRANCE}`);
  expect(foreignPhoneProblem('202 555 0143', '202 555 0143', 'FR')).toBeNull();
  expect(foreignPhoneProblem('(303) 555-0141', null, 'GB')).toBeNull();
  expect(foreignPhoneProblem('1-303-555-0141', null, 'GB')).toContain('in the United Kingdom. ');
});

test.each([
  ['+1 202 555 0143', 'FR'],
  ['06 12 34 56 78', 'FR'],
  ['202 555 0143', 'US'],
  // Possibly an internal number: of no country.
  ['5550141', 'FR'],
  ['no number', 'FR'],
] as const)('the number %s is accepted in %s', (typed, country) => {
  expect(foreignPhoneProblem(typed, null, country)).toBeNull();
});

test('each such number of a list is named, except the stored ones', () => {
  const list = '202 555 0143, 303 555 0141, 06 12 34 56 78';
  expect(foreignSettingProblems('sms_to_admin_number_5', list, '303 555 0141', 'FR')).toEqual([
    `“202 555 0143” ${IN_FRANCE}`,
  ]);
  expect(foreignConfigProblems('user_submission_phones', list, list, 'FR')).toEqual([]);
  expect(foreignSettingProblems('mail_to_admin_emails_5', list, '', 'FR')).toEqual([]);
  const contacts = JSON.stringify([{ name: 'Ann', phone: '202 555 0143', email: 'a@x.example' }]);
  expect(foreignSettingProblems('contact_person', contacts, '[]', 'FR')).toEqual([
    `“202 555 0143” ${IN_FRANCE}`,
  ]);
  expect(foreignSettingProblems('contact_person', contacts, contacts, 'FR')).toEqual([]);
  expect(foreignConfigProblems('contact_person', 'no list', '', 'FR')).toEqual([]);
});

import { expect, test } from 'vitest';
import { changedPhone, normalizeConfig, normalizePhone, normalizeSetting } from './normalize-numbers.ts';
import { homeCountry } from './phone-numbers.ts';

test('the country is that of the own number, else the first that SMS are sent to, else the United States', () => {
  expect(homeCountry('+49 30 1234567', ['US'])).toBe('DE');
  expect(homeCountry(null, ['GB', 'US'])).toBe('GB');
  expect(homeCountry('020 7946 0018', ['GB'])).toBe('GB');
  expect(homeCountry('nonsense', null)).toBe('US');
});

test.each([
  ['(303) 555-0141', 'US', '+1 303 555 0141'],
  ['+1 303 555 0141', 'DE', '+1 303 555 0141'],
  ['303.555.0141', 'US', '+1 303 555 0141'],
  ['+13035550141', 'US', '+13035550141'],
  ['030 1234567', 'DE', '+49 30 1234567'],
  ['1234567890123', 'US', '1234567890123'],
  ['+1 202 555 0143', 'FR', '+1 202 555 0143'],
  ['+١ ٢٠٢ ٥٥٥ ٠١٤٣', 'FR', '+1 202 555 0143'],
  ['＋１ ２０２ ５５５ ０１４３', 'FR', '+1 202 555 0143'],
  // Neither is a number: the rules of the field report it, or it is stored as typed.
  ['06 12 34 56 78', 'US', '06 12 34 56 78'],
  ['1-800-FLOWERS', 'US', '1-800-FLOWERS'],
  ['tel:0143;phone-context=+1202555', 'US', 'tel:0143;phone-context=+1202555'],
  ['+12025550143;isub=12', 'US', '+12025550143;isub=12'],
  ['+1 202 555 0143 ext. 5', 'US', '+1 202 555 0143 ext. 5'],
] as const)('the number %s of %s is stored as %s', (typed, country, stored) => {
  expect(normalizePhone(typed, country)).toBe(stored);
});

test('a number that is sent as it is stored stays unchanged', () => {
  expect(changedPhone('(303) 555-0141', '(303) 555-0141', 'US')).toEqual({ phone: '(303) 555-0141' });
  expect(changedPhone('303-555-0142', '(303) 555-0141', 'US')).toEqual({ phone: '+1 303 555 0142' });
  expect(changedPhone(undefined, '(303) 555-0141', 'US')).toEqual({});
});

test('recipients are stored in E.164; what is not a number, and a list without a change, stay unchanged', () => {
  const list = (value: string) => normalizeSetting('sms_to_admin_number_5', value, 'US');
  expect(list('(303) 555-0141, 303-555-0142')).toBe('+13035550141, +13035550142');
  expect(list('+13035550141,+13035550142')).toBe('+13035550141,+13035550142');
  expect(list('nobody, 303-555-0142')).toBe('nobody, +13035550142');
  expect(normalizeSetting('mail_to_admin_emails_5', '303-555-0142', 'US')).toBe('303-555-0142');
  expect(normalizeConfig('user_submission_phones', '020 7946 0018', 'GB')).toBe('+442079460018');
});

test('a recipient in two notations is stored once, with the first spelling of an address', () => {
  const numbers = (value: string) => normalizeSetting('sms_to_admin_number_5', value, 'US');
  expect(numbers('+13035550141, (303) 555-0141, 303-555-0142')).toBe('+13035550141, +13035550142');
  expect(numbers('+13035550141,+13035550141')).toBe('+13035550141');
  const emails = (value: string) => normalizeSetting('mail_to_admin_emails_5', value, 'US');
  expect(emails('Ann@x.example, bo@x.example, ann@X.example')).toBe('Ann@x.example, bo@x.example');
  expect(emails('ann@x.example,bo@x.example')).toBe('ann@x.example,bo@x.example');
  for (const key of ['user_submission_emails', 'support_emails'])
    expect(normalizeConfig(key, 'ann@x.example, ANN@x.example', 'US')).toBe('ann@x.example');
  expect(normalizeConfig('user_submission_phones', '020 7946 0018, +442079460018', 'GB')).toBe(
    '+442079460018',
  );
});

test('the numbers of contacts are normalized, and the rest of the text stays', () => {
  const contact = { name: 'Ann', phone: '(303) 555-0141', email: 'a@x.example' };
  expect(JSON.parse(normalizeSetting('contact_person', JSON.stringify([contact]), 'US'))).toEqual([
    { ...contact, phone: '+1 303 555 0141' },
  ]);
  for (const value of ['no list', '{}', '["Ann"]', ' [] ', '[{"name":"A","phone":"","email":""}]'])
    expect(normalizeSetting('contact_person', value, 'US')).toBe(value);
});

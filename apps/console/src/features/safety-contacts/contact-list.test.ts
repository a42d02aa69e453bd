import { expect, test } from 'vitest';
import { settingValue } from '@callpoint/contract/setting-values';
import {
  cleanContact,
  contactAt,
  EMPTY_CONTACT,
  isEmptyContact,
  isSameContact,
  readContacts,
  replaceContact,
  withMovedContact,
  withoutContact,
} from './contact-list.ts';

const anna = { name: 'Anna Berg', phone: '+1 202 555 0143', email: 'anna@example.com' };
const bo = { name: 'Bo', phone: '', email: '' };

test('contacts are read in the order of the list', () => {
  expect(readContacts(JSON.stringify([anna, bo]))).toEqual([anna, bo]);
});

test.each(['', '[]', '{}', 'nonsense', '[1]'])('%s offers three empty rows', (value) => {
  expect(readContacts(value)).toEqual([EMPTY_CONTACT, EMPTY_CONTACT, EMPTY_CONTACT]);
});

test('a row with missing parts is shown with the parts that it has', () => {
  expect(readContacts('[{"name":"Anna","phone":7}]')).toEqual([{ name: 'Anna', phone: '', email: '' }]);
});

test('only the row at the index is replaced, and the server accepts the list', () => {
  const next = replaceContact([anna, bo, EMPTY_CONTACT], 1, { ...bo, phone: '+1 202 555 0199' });
  expect(JSON.parse(next)).toEqual([anna, { ...bo, phone: '+1 202 555 0199' }, EMPTY_CONTACT]);
  expect(settingValue({ type: 'contacts' }).safeParse(next).success).toBe(true);
});

test('saving a contact fills up a list that someone else has shortened', () => {
  expect(JSON.parse(replaceContact([anna], 2, bo))).toEqual([anna, EMPTY_CONTACT, bo]);
});

test('a contact is removed or moved, and the server accepts the list', () => {
  const list = [anna, bo, EMPTY_CONTACT];
  const results = [withoutContact(list, 1), withMovedContact(list, 0, 1), withMovedContact(list, 2, 0)];
  expect(results.map((value) => JSON.parse(value))).toEqual([
    [anna, EMPTY_CONTACT],
    [bo, anna, EMPTY_CONTACT],
    [EMPTY_CONTACT, anna, bo],
  ]);
  for (const value of results) expect(settingValue({ type: 'contacts' }).safeParse(value).success).toBe(true);
});

test('a contact without any text is empty', () => {
  expect([EMPTY_CONTACT, { ...bo, name: ' ' }, bo].map(isEmptyContact)).toEqual([true, true, false]);
});

test('surrounding spaces are removed', () => {
  expect(
    cleanContact({ name: ' Anna Berg ', phone: ' +1 202 555 0143', email: 'anna@example.com ' }),
  ).toEqual(anna);
});

test('two contacts are the same when all their fields are; an index past the end is an empty contact', () => {
  const list = JSON.stringify([anna, bo]);
  expect(isSameContact(contactAt(list, 0), { ...anna })).toBe(true);
  expect(isSameContact(contactAt(list, 0), { ...anna, phone: '' })).toBe(false);
  expect(contactAt(list, 5)).toEqual(EMPTY_CONTACT);
});

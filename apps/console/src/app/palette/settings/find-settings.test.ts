import { CONFIG_KEYS } from '@callpoint/contract/configuration';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { expect, test } from 'vitest';
import { SETTING_ENTRIES as ADMIN_ENTRIES } from './admin-settings.ts';
import { findSettings } from './find-settings.ts';
import { SETTING_ENTRIES as TEAM_ENTRIES } from './team-settings.ts';

const keysOf = (entries: typeof TEAM_ENTRIES) => entries.map(({ key }) => key);
const labelsOf = (entries: typeof TEAM_ENTRIES) => entries.map(({ label, where }) => [label, ...where]);
const find = (typed: string) => findSettings(TEAM_ENTRIES, typed);

test('every setting of a subscriber and every configuration value can be found', () => {
  const settings = [...SETTINGS.keys()].filter((key) => key !== CONTACT_PERSON);
  expect(keysOf(TEAM_ENTRIES)).toEqual(expect.arrayContaining(settings));
  expect(keysOf(ADMIN_ENTRIES)).toEqual(expect.arrayContaining([...CONFIG_KEYS]));
});

test.each([
  ['team', TEAM_ENTRIES],
  ['admin', ADMIN_ENTRIES],
])('each setting of role %s is the first result for its label with its page and section', (_, entries) => {
  for (const { key, label, where } of entries) {
    const { found } = findSettings(entries, `${label} of ${where.join(', ')}`);
    expect(found[0]?.key, `${label} of ${where.join(', ')}`).toBe(key);
  }
});

test('part of a label and a button are enough, in any order, case and punctuation', () => {
  expect(find('SMS to the user of Lone Worker Emergency').found[0]?.key).toBe('sms_to_user_message_5');
  expect(labelsOf(find('LONE work, “sms to the us”').found)).toContainEqual([
    'SMS to the user',
    'Lone Worker Emergency',
    'SMS',
  ]);
  expect(find('time zone').found.map(({ opens }) => opens)).toEqual([
    { to: '/my-profile', field: 'field-time_zone' },
  ]);
});

test('words match from their start, and all of them', () => {
  expect(find('mail to the xyz')).toEqual({ found: [], total: 0 });
  expect(find('orker').found).toEqual([]);
  expect(find(' the of ')).toEqual({ found: [], total: 0 });
});

test('of many matches, 12 are shown and all are counted', () => {
  const { found, total } = find('subject');
  expect(found).toHaveLength(12);
  // Three roles of four buttons and three forms.
  expect(total).toBe(21);
});

import { expect, test } from 'vitest';
import { CONFIG_NAMES, SETTING_NAMES } from '@callpoint/alerts/settings/setting-names';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { configurationTexts } from './configuration.ts';
import { settingName } from './setting-labels.ts';

test('every setting has a name of its own, without its key', () => {
  const names = [...SETTINGS.keys()].map(settingName);
  expect(names).not.toContain(null);
  expect(new Set(names).size).toBe(names.length);
  expect(names.join(' ')).not.toMatch(/bermac|_/i);
});

test('a setting of a button or form is named with it', () => {
  expect(settingName('sms_to_user_message_5')).toBe('Lone Worker Emergency: SMS to the user');
  expect(settingName('btn_5_mode')).toBe('Lone Worker Emergency: mode');
  expect(settingName('contact_person')).toBe('Safety Contacts For App Users');
  expect(settingName('btn_99_mode')).toBeNull();
});

test('the search of the audit finds settings and configuration values by the names that the console shows', () => {
  for (const key of SETTINGS.keys()) expect([key, SETTING_NAMES.get(key)]).toEqual([key, settingName(key)]);
  expect(CONFIG_NAMES).toEqual({
    ...configurationTexts.labels,
    contact_person: configurationTexts.contacts,
  });
});

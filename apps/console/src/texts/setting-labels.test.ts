import { expect, test } from 'vitest';
import { SETTINGS } from '@callpoint/contract/settings';
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

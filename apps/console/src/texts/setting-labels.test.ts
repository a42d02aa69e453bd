import { listRoutes, screenField } from '@callpoint/alerts/plan/routes';
import { CONFIG_NAMES, SETTING_NAMES } from '@callpoint/alerts/settings/setting-names';
import {
  BUTTON_IDS,
  BUTTON_LABELS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  itemLabel,
  type Item,
} from '@callpoint/contract/catalog';
import { escalationKey, VOICE_RULES } from '@callpoint/contract/escalation-terms';
import {
  CONTACT_PERSON,
  HOME_PAGE_TOP_TEXT,
  iconColorKey,
  modeKey,
  notificationKey,
} from '@callpoint/contract/setting-keys';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { expect, test } from 'vitest';
import { channelSettingsTexts } from './channel-settings.ts';
import { configurationTexts } from './configuration.ts';
import { contactTexts } from './safety-contacts.ts';
import { routeLabels } from './setting-labels.ts';
import { settingsTexts } from './settings.ts';

const ITEMS: readonly Item[] = [
  ...BUTTON_IDS.map((id) => ({ kind: 'button', id }) as const),
  ...FORM_IDS.map((id) => ({ kind: 'form', id }) as const),
];

/** The labels of an item's settings on its screen, with the item. */
function labelsOf(item: Item): [string, string][] {
  const screen = [screenField(item), channelSettingsTexts.screen] as const;
  return [screen, ...listRoutes(item).flatMap(routeLabels)].map(([field, { label }]) => [
    notificationKey(field, item),
    `${itemLabel(item)}: ${label}`,
  ]);
}

test('every setting has a name of its own, without its key', () => {
  expect([...SETTING_NAMES.keys()]).toEqual(expect.arrayContaining([...SETTINGS.keys()]));
  const names = [...SETTINGS.keys()].map((key) => SETTING_NAMES.get(key));
  expect(new Set(names).size).toBe(names.length);
  expect(names.join(' ')).not.toMatch(/bermac|_/i);
});

test('a setting of a button or form is named with it', () => {
  expect(SETTING_NAMES.get('sms_to_user_message_5')).toBe('Lone Worker Emergency: SMS to the user');
  expect(SETTING_NAMES.get('btn_5_mode')).toBe('Lone Worker Emergency: mode');
  expect(SETTING_NAMES.get('contact_person')).toBe('Safety Contacts For App Users');
  expect(SETTING_NAMES.get('btn_99_mode')).toBeUndefined();
});

test('the audit names settings and configuration values as their screens do', () => {
  const { escalation, topText, modeOf, iconColorOf } = settingsTexts;
  const labels = new Map([
    [CONTACT_PERSON, contactTexts.title],
    [HOME_PAGE_TOP_TEXT, topText.label],
    [VOICE_RULES, escalation.voiceRules],
    ...BUTTON_IDS.map((id) => [escalationKey(id), `${BUTTON_LABELS[id]}: ${escalation.policy}`] as const),
    ...DASHBOARD_SLOTS.flatMap(({ slot, label }) => [
      [modeKey(slot), modeOf(label)] as const,
      [iconColorKey(slot), iconColorOf(label)] as const,
    ]),
    ...ITEMS.flatMap(labelsOf),
  ]);
  for (const key of SETTINGS.keys()) expect([key, SETTING_NAMES.get(key)]).toEqual([key, labels.get(key)]);
  expect(CONFIG_NAMES).toEqual({
    ...configurationTexts.labels,
    contact_person: configurationTexts.contacts,
  });
});

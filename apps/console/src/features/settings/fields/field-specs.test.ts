import { expect, test } from 'vitest';
import { BUTTON_IDS, FORM_IDS, type Item } from '@callpoint/contract/catalog';
import { CHANNELS } from '@callpoint/contract/channels/channels';
import { CONTACT_PERSON } from '@callpoint/contract/setting-keys';
import { notificationKeys, SETTINGS } from '@callpoint/contract/setting-kinds';
import { channelGroups, screenGroups } from '../cards/channel-groups.ts';
import { escalationGroups } from '../escalation/escalation-groups.ts';
import { dashboardGroups, settingKeys } from './field-specs.ts';

const items: Item[] = [
  ...BUTTON_IDS.map((id): Item => ({ kind: 'button', id })),
  ...FORM_IDS.map((id): Item => ({ kind: 'form', id })),
];

test.each(items)('the cards of $kind $id contain each of its settings once', (item) => {
  const groups = CHANNELS.flatMap((channel) => channelGroups(channel, item));
  const keys = settingKeys([...screenGroups(item), ...groups]);
  expect(keys.toSorted()).toEqual(notificationKeys(item).toSorted());
});

test('all settings but the contacts have a field on some screen', () => {
  const shown = new Set([
    ...items.flatMap(notificationKeys),
    ...BUTTON_IDS.flatMap((id) => settingKeys(escalationGroups(id))),
    ...settingKeys(dashboardGroups()),
  ]);
  expect([...SETTINGS.keys()].filter((key) => !shown.has(key))).toEqual([CONTACT_PERSON]);
});

test('no label contains a key, and no two fields of a screen have the same label', () => {
  for (const item of items) {
    const labels = [
      ...screenGroups(item),
      ...CHANNELS.flatMap((channel) => channelGroups(channel, item)),
    ].flatMap(({ fields }) => fields.map(({ fullLabel }) => fullLabel));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.join(' ')).not.toMatch(/bermac|_/i);
  }
  const labels = dashboardGroups().flatMap(({ fields }) => fields.map(({ fullLabel }) => fullLabel));
  expect(new Set(labels).size).toBe(labels.length);
});

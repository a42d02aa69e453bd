import { listRoutes, screenField, type Route } from '@callpoint/alerts/plan/routes';
import {
  BUTTON_IDS,
  BUTTON_LABELS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  itemLabel,
  type Item,
} from '@callpoint/contract/catalogue';
import { escalationKey } from '@callpoint/contract/escalation-terms';
import {
  CONTACT_PERSON,
  HOME_PAGE_TOP_TEXT,
  notificationKey,
  iconColorKey,
  modeKey,
} from '@callpoint/contract/setting-keys';
import type { NotificationField } from '@callpoint/contract/setting-keys';
import { channelSettingsTexts, type ChannelTexts } from './channel-settings.ts';
import { contactTexts } from './safety-contacts.ts';
import { settingsTexts } from './settings.ts';

/** The labels of a subscriber's settings. */

export type FieldLabels = { label: string; help?: string };

/** The fields of the messages of one route, with their labels. */
export function routeLabels(route: Route): [NotificationField, FieldLabels][] {
  const { channel, role, list, switchedBy, subject, text } = route;
  const own: ChannelTexts = channelSettingsTexts.channels[channel];
  const fields: [NotificationField | null, FieldLabels | undefined][] = [
    [list, own.recipients],
    [switchedBy, role === 'team' ? undefined : { label: own.notify[role] }],
    [subject, own.subject && { label: own.subject[role] }],
    [text, { label: own.text[role] }],
  ];
  return fields.filter(
    (entry): entry is [NotificationField, FieldLabels] => entry[0] !== null && entry[1] !== undefined,
  );
}

/** The choices of a setting that is yes or no. */
export function choicesOf(key: string): readonly { value: 'yes' | 'no'; label: string }[] {
  const { enabled, disabled, yes, no } = settingsTexts;
  const [on, off] = key.startsWith('btn_') ? [enabled, disabled] : [yes, no];
  return [
    { value: 'yes', label: on },
    { value: 'no', label: off },
  ];
}

/** The name of each setting by its key: its label, with the button or form that it belongs to. */
const NAMES: ReadonlyMap<string, string> = new Map([
  [CONTACT_PERSON, contactTexts.title],
  [HOME_PAGE_TOP_TEXT, settingsTexts.topText.label],
  ['voice_rules', settingsTexts.escalation.voiceRules],
  ...BUTTON_IDS.map((id): [string, string] => [
    escalationKey(id),
    settingsTexts.settingOf(BUTTON_LABELS[id], settingsTexts.escalation.policy),
  ]),
  ...DASHBOARD_SLOTS.flatMap(({ slot, label }): [string, string][] => [
    [modeKey(slot), settingsTexts.modeOf(label)],
    [iconColorKey(slot), settingsTexts.iconColorOf(label)],
  ]),
  ...BUTTON_IDS.flatMap((id) => itemNames({ kind: 'button', id })),
  ...FORM_IDS.flatMap((id) => itemNames({ kind: 'form', id })),
]);

function itemNames(item: Item): [string, string][] {
  const screen: [NotificationField, FieldLabels] = [screenField(item), channelSettingsTexts.screen];
  return [screen, ...listRoutes(item).flatMap(routeLabels)].map(([field, { label }]) => [
    notificationKey(field, item),
    settingsTexts.settingOf(itemLabel(item), label),
  ]);
}

/** The name of a setting: `Lone Worker Emergency: SMS to the user`; null for an unknown key. */
export function settingName(key: string): string | null {
  return NAMES.get(key) ?? null;
}

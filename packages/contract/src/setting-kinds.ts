import {
  BUTTON_IDS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  type ButtonId,
  type Item,
  type SubmissionKind,
  type TextTarget,
} from './catalog.ts';
import { BODY_TARGET, type TypedAddressKind } from './channels/channel.ts';
import { CHANNEL, CHANNELS, type Channel } from './channels/channels.ts';
import { escalationKey, VOICE_RULES } from './escalation-terms.ts';
import {
  CONTACT_PERSON,
  HOME_PAGE_TOP_TEXT,
  iconColorKey,
  modeKey,
  notificationKey,
  type ButtonField,
  type FormField,
  type NotificationField,
} from './setting-keys.ts';

/** A subscriber's settings: one row per key, the value always text. The keys, and the kind of value of each. */

/** The fields of all channels that send messages about a kind of submission. */
function channelFields(kind: SubmissionKind): string[] {
  return CHANNELS.filter((channel) => CHANNEL[channel].items.includes(kind)).flatMap((channel) =>
    CHANNEL[channel].routes.flatMap((route) =>
      [route.switchedBy, route.list, route.subject, route.text].filter((field) => field !== null),
    ),
  );
}

export const BUTTON_FIELDS = ['msg_to_show_on_screen', ...channelFields('button')] as readonly ButtonField[];
export const FORM_FIELDS = ['alert_on_user_screen', ...channelFields('form')] as readonly FormField[];

/**
 * The kinds of values; each has one schema. A template is a text with variables for a target; `channel`: whose messages
 * it is part of, null for the phone's screen.
 */
export type SettingKind =
  | { type: 'yes_no' }
  | { type: 'color' }
  | { type: 'text' }
  | { type: 'contacts' }
  | { type: 'policy'; buttonId: ButtonId }
  | { type: 'voice_rules' }
  | { type: `${TypedAddressKind}_list`; channel: Channel }
  | { type: 'template'; item: Item; target: TextTarget; channel: Channel | null };

function fieldKind(field: NotificationField, item: Item): SettingKind {
  for (const channel of CHANNELS) {
    const { addressKind, contentKind, routes } = CHANNEL[channel];
    for (const { switchedBy, list, subject, text: body } of routes) {
      if (field === switchedBy) return { type: 'yes_no' };
      if (field === list && addressKind !== 'push') return { type: `${addressKind}_list`, channel };
      if (field === subject) return { type: 'template', item, target: 'mail_subject', channel };
      if (field === body) return { type: 'template', item, target: BODY_TARGET[contentKind], channel };
    }
  }
  return { type: 'template', item, target: 'screen', channel: null };
}

function allSettings(): [string, SettingKind][] {
  const all: [string, SettingKind][] = [
    [HOME_PAGE_TOP_TEXT, { type: 'text' }],
    [CONTACT_PERSON, { type: 'contacts' }],
    [VOICE_RULES, { type: 'voice_rules' }],
  ];
  for (const { slot, hasIconColor } of DASHBOARD_SLOTS) {
    all.push([modeKey(slot), { type: 'yes_no' }]);
    if (hasIconColor) all.push([iconColorKey(slot), { type: 'color' }]);
  }
  for (const buttonId of BUTTON_IDS) {
    const item: Item = { kind: 'button', id: buttonId };
    for (const field of BUTTON_FIELDS) all.push([notificationKey(field, item), fieldKind(field, item)]);
    all.push([escalationKey(buttonId), { type: 'policy', buttonId }]);
  }
  for (const formId of FORM_IDS) {
    const item: Item = { kind: 'form', id: formId };
    for (const field of FORM_FIELDS) all.push([notificationKey(field, item), fieldKind(field, item)]);
  }
  return all;
}

/** Every setting of a subscriber: the kind of value by key. */
export const SETTINGS: ReadonlyMap<string, SettingKind> = new Map(allSettings());

/** The settings that the phone's main screen shows. */
export const DASHBOARD_KEYS: readonly string[] = [...SETTINGS.keys()].filter(
  (key) => /^btn_\d_/.test(key) || key === HOME_PAGE_TOP_TEXT || key === CONTACT_PERSON,
);

/** The settings that decide what happens when `item` is submitted. */
export function notificationKeys(item: Item): string[] {
  const fields = item.kind === 'button' ? BUTTON_FIELDS : FORM_FIELDS;
  return fields.map((field) => notificationKey(field, item));
}

import { DASHBOARD_SLOTS, type Item } from '@callpoint/contract/catalogue';
import {
  HOME_PAGE_TOP_TEXT,
  notificationKey,
  SETTINGS,
  type NotificationField,
  type SettingKind,
} from '@callpoint/contract/settings';
import { settingsTexts } from '../../texts/settings.ts';

/** The fields of the settings screens: in which order and groups, and what people read. */

export interface FieldSpec {
  key: string;
  kind: SettingKind;
  label: string;
  /** The label where the group's heading is not beside it, as in a list of problems. */
  fullLabel: string;
  help?: string;
}

/** What the fields of a group or a card make, for the preview beside them. The texts are keys of templates. */
export type Preview =
  | { shows: 'mail'; item: Item; subject: string; text: string }
  | { shows: 'sms' | 'screen'; item: Item; text: string }
  | { shows: 'dashboard' };

export interface FieldGroup {
  /** Null where the card has only one. */
  heading: string | null;
  fields: readonly FieldSpec[];
  /** Short fields that stand beside their heading. */
  inRow?: boolean;
  preview?: Preview;
}

type Words = { label: string; help?: string };
type Route = 'admin' | 'user' | 'bermac';

function emailFields(route: Route): [NotificationField, Words][] {
  return [
    route === 'admin'
      ? ['mail_to_admin_emails', settingsTexts.emailRecipients]
      : [`mail_to_${route}`, { label: settingsTexts.email[route] }],
    [`mail_to_${route}_subject`, { label: settingsTexts.emailSubject[route] }],
    [`mail_to_${route}_message`, { label: settingsTexts.emailText[route] }],
  ];
}

function smsFields(route: Route): [NotificationField, Words][] {
  return [
    route === 'admin'
      ? ['sms_to_admin_number', settingsTexts.smsRecipients]
      : [`sms_to_${route}`, { label: settingsTexts.sms[route] }],
    [`sms_to_${route}_message`, { label: settingsTexts.smsText[route] }],
  ];
}

const ROUTES: readonly Route[] = ['admin', 'user', 'bermac'];

function specs(item: Item, fields: readonly [NotificationField, Words][]): FieldSpec[] {
  return fields.map(([field, words]) => {
    const key = notificationKey(field, item);
    return { key, kind: kindOf(key), fullLabel: words.label, ...words };
  });
}

function kindOf(key: string): SettingKind {
  const kind = SETTINGS.get(key);
  if (!kind) throw new Error(`there is no setting ${key}`);
  return kind;
}

/** What the user reads on the phone. */
export function screenGroups(item: Item): FieldGroup[] {
  const field = item.kind === 'button' ? 'msg_to_show_on_screen' : 'alert_on_user_screen';
  const preview: Preview = { shows: 'screen', item, text: notificationKey(field, item) };
  return [{ heading: null, fields: specs(item, [[field, settingsTexts.screen]]), preview }];
}

export function emailGroups(item: Item): FieldGroup[] {
  return ROUTES.map((route) => ({
    heading: settingsTexts.to[route],
    fields: specs(item, emailFields(route)),
    preview: {
      shows: 'mail',
      item,
      subject: notificationKey(`mail_to_${route}_subject`, item),
      text: notificationKey(`mail_to_${route}_message`, item),
    },
  }));
}

export function smsGroups(item: Item): FieldGroup[] {
  return ROUTES.map((route) => ({
    heading: settingsTexts.to[route],
    fields: specs(item, smsFields(route)),
    preview: { shows: 'sms', item, text: notificationKey(`sms_to_${route}_message`, item) },
  }));
}

/** The main screen of the app. */
export function dashboardGroups(): FieldGroup[] {
  const { label, help } = settingsTexts.topText;
  const top = { key: HOME_PAGE_TOP_TEXT, kind: kindOf(HOME_PAGE_TOP_TEXT), label, fullLabel: label, help };
  const slots = DASHBOARD_SLOTS.map(({ slot, label: name, hasIconColor }): FieldGroup => {
    const mode = `btn_${slot}_mode`;
    const color = `btn_${slot}_icon_color`;
    const fields: FieldSpec[] = [
      { key: mode, kind: kindOf(mode), label: settingsTexts.mode, fullLabel: settingsTexts.modeOf(name) },
    ];
    if (hasIconColor) {
      fields.push({
        key: color,
        kind: kindOf(color),
        label: settingsTexts.iconColour,
        fullLabel: settingsTexts.iconColourOf(name),
      });
    }
    return { heading: name, fields, inRow: true };
  });
  return [{ heading: null, fields: [top] }, ...slots];
}

export function keysOf(groups: readonly FieldGroup[]): string[] {
  return groups.flatMap(({ fields }) => fields.map(({ key }) => key));
}

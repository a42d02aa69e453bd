import { DASHBOARD_SLOTS, type Item } from '@callpoint/contract/catalogue';
import {
  HOME_PAGE_TOP_TEXT,
  notificationKey,
  SETTINGS,
  type NotificationField,
  type SettingKind,
} from '@callpoint/contract/settings';

/** The fields of the settings screens: in which order and groups, and what people read. */

export interface FieldSpec {
  key: string;
  kind: SettingKind;
  label: string;
  /** The label where the group's heading is not beside it, as in a list of problems. */
  fullLabel: string;
  help?: string;
}

export interface FieldGroup {
  /** Null where the card has only one. */
  heading: string | null;
  fields: readonly FieldSpec[];
  /** Short fields that stand beside their heading. */
  inRow?: boolean;
}

type Words = { label: string; help?: string };
type Route = 'admin' | 'user' | 'bermac';

const TEAM = 'the safety team';
const WHO: Record<Route, string> = { admin: TEAM, user: 'the user', bermac: 'the safety consultancy' };
const HEADINGS: Record<Route, string> = {
  admin: 'To the safety team',
  user: 'To the user who pressed',
  bermac: 'To the safety consultancy',
};

function emailFields(route: Route): [NotificationField, Words][] {
  const who = WHO[route];
  return [
    route === 'admin'
      ? [
          'mail_to_admin_emails',
          { label: `Who on ${TEAM} gets the e-mail`, help: 'E-mail addresses, comma separated.' },
        ]
      : [`mail_to_${route}`, { label: `Notify ${who} by e-mail` }],
    [`mail_to_${route}_subject`, { label: `Subject for ${who}` }],
    [`mail_to_${route}_message`, { label: `E-mail to ${who}` }],
  ];
}

function smsFields(route: Route): [NotificationField, Words][] {
  const who = WHO[route];
  return [
    route === 'admin'
      ? [
          'sms_to_admin_number',
          {
            label: `Who on ${TEAM} gets the SMS`,
            help: 'Phone numbers without dashes, comma separated, like +12025550143, +12025550199.',
          },
        ]
      : [`sms_to_${route}`, { label: `Notify ${who} by SMS` }],
    [`sms_to_${route}_message`, { label: `SMS to ${who}` }],
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
  const words = {
    label: 'Message on the user’s screen',
    help: 'Shown at once, when the alert has reached us.',
  };
  return [{ heading: null, fields: specs(item, [[field, words]]) }];
}

export function emailGroups(item: Item): FieldGroup[] {
  return ROUTES.map((route) => ({ heading: HEADINGS[route], fields: specs(item, emailFields(route)) }));
}

export function smsGroups(item: Item): FieldGroup[] {
  return ROUTES.map((route) => ({ heading: HEADINGS[route], fields: specs(item, smsFields(route)) }));
}

/** The main screen of the app. */
export function dashboardGroups(): FieldGroup[] {
  const label = 'Main screen top text';
  const help = 'Stands above the buttons.';
  const top = { key: HOME_PAGE_TOP_TEXT, kind: kindOf(HOME_PAGE_TOP_TEXT), label, fullLabel: label, help };
  const slots = DASHBOARD_SLOTS.map(({ slot, label: name, hasIconColor }): FieldGroup => {
    const mode = `btn_${slot}_mode`;
    const color = `btn_${slot}_icon_color`;
    const fields: FieldSpec[] = [
      { key: mode, kind: kindOf(mode), label: 'Mode', fullLabel: `${name}: mode` },
    ];
    if (hasIconColor) {
      fields.push({
        key: color,
        kind: kindOf(color),
        label: 'Icon colour',
        fullLabel: `${name}: icon colour`,
      });
    }
    return { heading: name, fields, inRow: true };
  });
  return [{ heading: null, fields: [top] }, ...slots];
}

export function keysOf(groups: readonly FieldGroup[]): string[] {
  return groups.flatMap(({ fields }) => fields.map(({ key }) => key));
}

import type { Item } from '@callpoint/contract/catalogue';
import type { NotificationField } from '@callpoint/contract/settings';
import type { Channel, Role } from './messages.ts';

/** The settings that decide about one channel to one role. */
export interface Route {
  channel: Channel;
  role: Role;
  /** The yes/no setting; null where the role is always told. */
  switchedBy: NotificationField | null;
  /** The setting with the recipients; null where they come from elsewhere. */
  list: NotificationField | null;
  subject: NotificationField | null;
  text: NotificationField;
}

/** Of buttons and forms. */
export const EMAIL_ROUTES: readonly Route[] = [
  {
    channel: 'email',
    role: 'team',
    switchedBy: null,
    list: 'mail_to_admin_emails',
    subject: 'mail_to_admin_subject',
    text: 'mail_to_admin_message',
  },
  {
    channel: 'email',
    role: 'user',
    switchedBy: 'mail_to_user',
    list: null,
    subject: 'mail_to_user_subject',
    text: 'mail_to_user_message',
  },
  {
    channel: 'email',
    role: 'consultancy',
    switchedBy: 'mail_to_bermac',
    list: null,
    subject: 'mail_to_bermac_subject',
    text: 'mail_to_bermac_message',
  },
];

/** Of buttons only. */
export const SMS_ROUTES: readonly Route[] = [
  {
    channel: 'sms',
    role: 'team',
    switchedBy: null,
    list: 'sms_to_admin_number',
    subject: null,
    text: 'sms_to_admin_message',
  },
  {
    channel: 'sms',
    role: 'user',
    switchedBy: 'sms_to_user',
    list: null,
    subject: null,
    text: 'sms_to_user_message',
  },
  {
    channel: 'sms',
    role: 'consultancy',
    switchedBy: 'sms_to_bermac',
    list: null,
    subject: null,
    text: 'sms_to_bermac_message',
  },
];

/** The settings that decide about `channel` to `role`; undefined where `item` has none. */
export function routeOf(item: Item, channel: Channel, role: Role): Route | undefined {
  const routes = channel === 'email' ? EMAIL_ROUTES : item.kind === 'button' ? SMS_ROUTES : [];
  return routes.find((route) => route.role === role);
}

/** The safety team's recipients. */
export const TEAM_LISTS = {
  email: 'mail_to_admin_emails',
  sms: 'sms_to_admin_number',
} as const satisfies Record<Channel, NotificationField>;

/** The setting that holds the text for the phone's own screen. */
export function screenField(item: Item): NotificationField {
  return item.kind === 'button' ? 'msg_to_show_on_screen' : 'alert_on_user_screen';
}

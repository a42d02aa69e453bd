import type { DashboardSlot, Item } from './catalog.ts';
import type { ChannelFieldOf } from './channels/channels.ts';

/** The keys of settings. Without schemas, so that a screen that only reads loads no validator. */

export type ButtonField = 'msg_to_show_on_screen' | ChannelFieldOf<'button'>;
export type FormField = 'alert_on_user_screen' | ChannelFieldOf<'form'>;
export type NotificationField = ButtonField | FormField;

export const HOME_PAGE_TOP_TEXT = 'home_page_top_text';
export const CONTACT_PERSON = 'contact_person';

/** The key of a notification setting, e.g. `mail_to_user_5` for a button, `mail_to_user_f_2` for a form. */
export function notificationKey(field: NotificationField, item: Item): string {
  return item.kind === 'button' ? `${field}_${item.id}` : `${field}_f_${item.id}`;
}

/** The key of whether a slot of the phone's main screen is on. */
export function modeKey(slot: DashboardSlot): string {
  return `btn_${slot}_mode`;
}

export function iconColorKey(slot: DashboardSlot): string {
  return `btn_${slot}_icon_color`;
}

import {
  BUTTON_IDS,
  DASHBOARD_SLOTS,
  FORM_IDS,
  type DashboardSlot,
  type Item,
} from '@callpoint/contract/catalogue';
import {
  CONTACT_PERSON,
  HOME_PAGE_TOP_TEXT,
  notificationKey,
  type ButtonField,
  type Contact,
  type FormField,
} from '@callpoint/contract/settings';
import { isPlainNumber } from '@callpoint/contract/split-list';
import { buttonTexts, formTexts, type FormTexts } from './default-texts.ts';
import { toE164 } from './phone-numbers.ts';

const TOP_TEXT =
  'In immediate danger, call 911 first. Then press a button: your safety team is told at once.';

/** Of the slots that have a colour; each readable on light and on dark ground (3:1 and more). */
const ICON_COLORS: Partial<Record<DashboardSlot, string>> = {
  3: '#2F7DD1',
  4: '#B7791F',
  5: '#FF544F',
  7: '#2F8F5B',
  8: '#8B5FD6',
};

const EMPTY_CONTACTS: readonly Contact[] = [1, 2, 3].map(() => ({ name: '', phone: '', email: '' }));

/**
 * Every setting of a new subscriber, key to value: all buttons on, the safety team is the subscriber, the user is told
 * by e-mail, the consultancy not at all. `email` and `phone` are the subscriber's own, already checked by the contract.
 */
export function defaultSettings(subscriber: { email: string; phone: string }): Map<string, string> {
  const email = subscriber.email.trim();
  const phone = recipientNumber(subscriber.phone);
  const settings = new Map<string, string>([
    [HOME_PAGE_TOP_TEXT, TOP_TEXT],
    [CONTACT_PERSON, JSON.stringify(EMPTY_CONTACTS)],
  ]);
  for (const { slot, hasIconColor } of DASHBOARD_SLOTS) {
    settings.set(`btn_${slot}_mode`, 'yes');
    if (hasIconColor) settings.set(`btn_${slot}_icon_color`, ICON_COLORS[slot] ?? '#FF544F');
  }
  for (const id of BUTTON_IDS) addAll(settings, { kind: 'button', id }, buttonSettings(id, email, phone));
  for (const id of FORM_IDS) addAll(settings, { kind: 'form', id }, formSettings(id, email));
  return settings;
}

/** The number as settings hold it: E.164 where that is one, else its digits with the + that it came with. */
function recipientNumber(typed: string): string {
  const number = toE164(typed);
  // Some countries have numbers that are shorter than the contract's seven digits.
  if (number !== null && isPlainNumber(number)) return number;
  return (typed.trim().startsWith('+') ? '+' : '') + typed.replaceAll(/\D/g, '');
}

function addAll(
  settings: Map<string, string>,
  item: Item,
  values: Partial<Record<ButtonField | FormField, string>>,
) {
  for (const [field, value] of Object.entries(values)) {
    settings.set(notificationKey(field as ButtonField | FormField, item), value);
  }
}

type MailField = Extract<FormField, `mail_${string}`>;

function mailSettings({ mail }: FormTexts, email: string): Record<MailField, string> {
  return {
    mail_to_admin_emails: email,
    mail_to_admin_subject: mail.team.subject,
    mail_to_admin_message: mail.team.message,
    mail_to_user: 'yes',
    mail_to_user_subject: mail.user.subject,
    mail_to_user_message: mail.user.message,
    mail_to_bermac: 'no',
    mail_to_bermac_subject: mail.consultancy.subject,
    mail_to_bermac_message: mail.consultancy.message,
  };
}

function buttonSettings(
  id: (typeof BUTTON_IDS)[number],
  email: string,
  phone: string,
): Record<ButtonField, string> {
  const texts = buttonTexts(id);
  return {
    msg_to_show_on_screen: texts.screen,
    ...mailSettings(texts, email),
    sms_to_admin_number: phone,
    sms_to_admin_message: texts.sms.team,
    sms_to_user: 'no',
    sms_to_user_message: texts.sms.user,
    sms_to_bermac: 'no',
    sms_to_bermac_message: texts.sms.consultancy,
  };
}

function formSettings(id: (typeof FORM_IDS)[number], email: string): Record<FormField, string> {
  const texts = formTexts(id);
  return { alert_on_user_screen: texts.screen, ...mailSettings(texts, email) };
}

import type { Item } from '@callpoint/contract/catalogue';
import { notificationKey, type NotificationField } from '@callpoint/contract/settings';
import { splitList } from '@callpoint/contract/split-list';
import { mailContent, screenContent, smsContent, type Content } from './content.ts';
import type { PlannedMessage, Role } from './messages.ts';
import type { SmsCountries } from './phone-numbers.ts';
import { recipients, type Recipient } from './recipients.ts';
import { EMAIL_ROUTES, screenField, SMS_ROUTES, type Route } from './routes.ts';
import { variableValues, type Maps, type Submission, type Submitter, type Values } from './values.ts';

/** A subscriber's settings by key; keys may be missing. */
export type SettingValues = ReadonlyMap<string, string> | Readonly<Record<string, string | undefined>>;

export interface PlanInput {
  item: Item;
  settings: SettingValues;
  submission: Submission;
  user: Submitter;
  /** The consultancy's recipients, comma separated, from the platform's configuration. */
  consultancy: { emails: string; phones: string };
  maps: Maps;
  /** Numbers in E.164 that have replied STOP to the sender of our SMS. */
  stopped?: ReadonlySet<string>;
  /** The countries that SMS are sent to; null or left out: all. */
  smsCountries?: SmsCountries;
}

export interface Plan {
  /** What the phone shows its user at once; never blank. */
  screenText: string;
  messages: PlannedMessage[];
}

/**
 * Who is told what when `item` is submitted: one message per channel, role and address, the safety team first.
 * A role that is switched off has none; a role that is on but cannot be reached has a skipped one that says why.
 * Pure and deterministic; never throws, whatever the settings hold.
 */
export function plan(input: PlanInput): Plan {
  const values = variableValues(input);
  const setting = (field: NotificationField) => settingOf(input.settings, notificationKey(field, input.item));
  const routes = input.item.kind === 'button' ? [...EMAIL_ROUTES, ...SMS_ROUTES] : EMAIL_ROUTES;
  return {
    screenText: screenContent(input.item, setting(screenField(input.item)), values),
    messages: routes
      .filter(({ switchedBy }) => switchedBy === null || setting(switchedBy) === 'yes')
      .flatMap((route) => messagesOf(route, recipientsOf(route, input, setting), setting, values))
      .map((message) => withoutStopped(message, input.stopped)),
  };
}

function settingOf(settings: SettingValues, key: string): string {
  if (isMap(settings)) return settings.get(key) ?? '';
  return Object.hasOwn(settings, key) ? (settings[key] ?? '') : '';
}

function isMap(settings: SettingValues): settings is ReadonlyMap<string, string> {
  return settings instanceof Map;
}

function recipientsOf(route: Route, input: PlanInput, setting: ReadSetting): Recipient[] {
  return recipients(route.channel, addresses(route, input, setting), input.smsCountries ?? null);
}

type ReadSetting = (field: NotificationField) => string;

function addresses({ channel, role, list }: Route, input: PlanInput, setting: ReadSetting): string[] {
  if (list !== null) return splitList(setting(list));
  if (role === 'consultancy') {
    return splitList(channel === 'email' ? input.consultancy.emails : input.consultancy.phones);
  }
  const own = channel === 'email' ? input.user.email : input.user.phone;
  return own.trim() === '' ? [] : [own];
}

/** Why a number that replied STOP is skipped. */
export const REPLIED_STOP = 'This number has replied STOP, so it gets no SMS until it replies START.';

const WHO: Record<Role, string> = {
  team: 'the safety team',
  user: 'the user',
  consultancy: 'the safety consultancy',
};

function messagesOf(
  route: Route,
  found: readonly Recipient[],
  setting: ReadSetting,
  values: Values,
): PlannedMessage[] {
  const { channel, role } = route;
  const text = setting(route.text);
  const subject = route.subject === null ? '' : setting(route.subject);
  const content: Content =
    channel === 'email' ? mailContent(subject, text, values) : smsContent(text, values);
  const unreachable = {
    address: '',
    problem: `No ${channel === 'email' ? 'e-mail address' : 'phone number'} is known for ${WHO[role]}.`,
  };
  return (found.length === 0 ? [unreachable] : found).map(({ address, problem }) => ({
    channel,
    role,
    address,
    ...content,
    skipped: problem ?? emptyText(route, content),
  }));
}

function withoutStopped(message: PlannedMessage, stopped: ReadonlySet<string> | undefined): PlannedMessage {
  const isStopped =
    message.channel === 'sms' && message.skipped === null && stopped?.has(message.address) === true;
  return isStopped ? { ...message, skipped: REPLIED_STOP } : message;
}

function emptyText({ channel, role }: Route, { subject, text }: Content): string | null {
  if (subject !== null && subject.trim() === '') return `The e-mail to ${WHO[role]} has no subject.`;
  if (text.trim() !== '') return null;
  return `The ${channel === 'email' ? 'e-mail' : 'SMS'} to ${WHO[role]} has no text.`;
}

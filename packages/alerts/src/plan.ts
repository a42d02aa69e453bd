import type { Item } from '@callpoint/contract/catalogue';
import { notificationKey, type NotificationField } from '@callpoint/contract/settings';
import { MAX_RECIPIENTS, splitList } from '@callpoint/contract/split-list';
import {
  MAIL_BYTES_OF_A_PLAN,
  mailContentWithin,
  screenContent,
  smsContent,
  type Content,
} from './content.ts';
import type { PlannedMessage, Role } from './messages.ts';
import type { SmsCountries } from './phone-numbers.ts';
import { recipients, type Recipient } from './recipients.ts';
import { isBlank } from './rendering.ts';
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
  const { routes, setting, values } = read(input);
  const contents = contentsOf(routes, setting, values);
  return {
    screenText: screenContent(input.item, setting(screenField(input.item)), values),
    messages: skipStopped(
      routes.flatMap((route, index) =>
        messagesOf(route, recipientsOf(route, input, setting), contents[index] ?? NO_CONTENT),
      ),
      input.stopped ?? new Set(),
    ),
  };
}

/** To whom a message of a plan goes, and why it is skipped, if it is. */
export type PlannedRecipient = Pick<PlannedMessage, 'channel' | 'role' | 'address' | 'skipped'>;

/**
 * The recipients of the messages that `plan` would make, in its order, without the cost of filling in their texts.
 * @param isAsked the roles that are asked for; left out, all
 */
export function planRecipients(
  input: PlanInput,
  isAsked: (role: Role) => boolean = () => true,
): PlannedRecipient[] {
  const { routes, setting, values } = read(input);
  const found = routes
    .filter(({ role }) => isAsked(role))
    .flatMap((route) => {
      const content = {
        subject: route.subject && firstWord(setting(route.subject), values),
        text: firstWord(setting(route.text), values),
        html: null,
      };
      return messagesOf(route, recipientsOf(route, input, setting), content);
    });
  return skipStopped(found, input.stopped ?? new Set());
}

/** Stands for a text of which only counts whether it is blank. */
function firstWord(template: string, values: Values): string {
  return isBlank(template, values) ? '' : 'text';
}

/** The settings of `input`, and the routes that are switched on in them. */
function read(input: PlanInput) {
  const setting: ReadSetting = (field) => settingOf(input.settings, notificationKey(field, input.item));
  const all = input.item.kind === 'button' ? [...EMAIL_ROUTES, ...SMS_ROUTES] : EMAIL_ROUTES;
  return {
    routes: all.filter(({ switchedBy }) => switchedBy === null || setting(switchedBy) === 'yes'),
    setting,
    values: variableValues(input),
  };
}

const NO_CONTENT: Content = { subject: null, text: '', html: null };

/** What each route says. The emails share one budget of bytes: what one leaves over, the next ones may use. */
function contentsOf(routes: readonly Route[], setting: ReadSetting, values: Values): Content[] {
  let bytes = MAIL_BYTES_OF_A_PLAN;
  let mails = routes.filter(({ channel }) => channel === 'email').length;
  return routes.map(({ channel, subject, text }) => {
    if (channel === 'sms') return smsContent(setting(text), values);
    const subjectText = subject === null ? '' : setting(subject);
    const mail = mailContentWithin(bytes / mails, subjectText, setting(text), values);
    bytes -= mail.bytes;
    mails -= 1;
    return mail.content;
  });
}

function settingOf(settings: SettingValues, key: string): string {
  if (isMap(settings)) return settings.get(key) ?? '';
  return Object.hasOwn(settings, key) ? (settings[key] ?? '') : '';
}

function isMap(settings: SettingValues): settings is ReadonlyMap<string, string> {
  return settings instanceof Map;
}

const TOO_MANY = `Only ${MAX_RECIPIENTS} recipients are notified. The others of the list get nothing: remove some.`;

function recipientsOf(route: Route, input: PlanInput, setting: ReadSetting): Recipient[] {
  const typed = addresses(route, input, setting);
  const different = new Set(typed.map((address) => address.toLowerCase())).size;
  return [
    ...recipients(route.channel, typed, input.smsCountries ?? null),
    ...(different > MAX_RECIPIENTS ? [{ address: '', problem: TOO_MANY }] : []),
  ];
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

function messagesOf(route: Route, found: readonly Recipient[], content: Content): PlannedMessage[] {
  const { channel, role } = route;
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

/** The messages, with the SMS to `stopped` numbers (E.164) skipped. */
export function skipStopped<Message extends PlannedRecipient>(
  messages: readonly Message[],
  stopped: { has: (number: string) => boolean },
): Message[] {
  return messages.map((message) =>
    message.channel === 'sms' && message.skipped === null && stopped.has(message.address)
      ? { ...message, skipped: REPLIED_STOP }
      : message,
  );
}

function emptyText({ channel, role }: Route, { subject, text }: Content): string | null {
  if (subject !== null && subject.trim() === '') return `The e-mail to ${WHO[role]} has no subject.`;
  if (text.trim() !== '') return null;
  return `The ${channel === 'email' ? 'e-mail' : 'SMS'} to ${WHO[role]} has no text.`;
}

import type { Item } from '@callpoint/contract/catalog';
import { notificationKey } from '@callpoint/contract/setting-keys';
import type { NotificationField } from '@callpoint/contract/setting-keys';
import { MAX_RECIPIENTS, splitList } from '@callpoint/contract/split-list';
import {
  EMAIL_BYTES_PER_SUBMISSION,
  emailContentWithin,
  screenContent,
  textContent,
  type Content,
} from '../templates/content.ts';
import type { PlannedMessage } from './messages.ts';
import type { RecipientRole } from '@callpoint/contract/channels/channel';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { SmsCountries } from '../sms/phone-numbers.ts';
import { getAddress } from './addresses.ts';
import { parseRecipients } from './recipients.ts';
import { isBlank } from '../templates/rendering.ts';
import { listRoutes, screenField, type Route } from './routes.ts';
import type { SkipReason } from './skip-reasons.ts';
import { type MapTemplates } from '../templates/maps.ts';
import { variableValues, type Submission, type Submitter, type VariableValues } from '../templates/values.ts';

/** A subscriber's settings by key; keys may be missing. */
export type SettingValues = ReadonlyMap<string, string> | Readonly<Record<string, string | undefined>>;

export interface NotificationPlanInput {
  item: Item;
  settings: SettingValues;
  submission: Submission;
  user: Submitter;
  /** The consultancy's recipients on each channel, comma separated, from the platform's configuration. */
  consultancy: Readonly<Record<Channel, string>>;
  maps: MapTemplates;
  /** Numbers in E.164 that have replied STOP to the sender of our SMS. */
  stopped?: ReadonlySet<string>;
  /** The countries that SMS are sent to; null or absent: all. */
  smsCountries?: SmsCountries;
}

export interface NotificationPlan {
  /** The text that the phone shows immediately; never blank. */
  screenText: string;
  messages: PlannedMessage[];
}

/**
 * Who is notified of what when `item` is submitted: one message for each channel, role and address, the safety team first.
 * A role that is switched off has none; a role that is on but cannot be reached has a skipped message with the reason.
 * Pure and deterministic; never throws for any settings.
 */
export function planNotifications(input: NotificationPlanInput): NotificationPlan {
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

/** The recipient of a planned message, and why it is skipped; null if it is not. */
export type PlannedRecipient = Pick<PlannedMessage, 'channel' | 'role' | 'address' | 'skipped'>;

/**
 * The recipients of the messages that `planNotifications` returns, in the same order, without the cost of filling in their texts.
 * @param includesRole the roles to plan for; default: all
 */
export function planRecipients(
  input: NotificationPlanInput,
  includesRole: (role: RecipientRole) => boolean = () => true,
): PlannedRecipient[] {
  const { routes, setting, values } = read(input);
  const found = routes
    .filter(({ role }) => includesRole(role))
    .flatMap((route) => {
      const content = {
        subject: route.subject && placeholderOf(setting(route.subject), values),
        text: placeholderOf(setting(route.text), values),
        html: null,
      };
      return messagesOf(route, recipientsOf(route, input, setting), content);
    });
  return skipStopped(found, input.stopped ?? new Set());
}

/** A placeholder for a text; only its blankness matters. */
function placeholderOf(template: string, values: VariableValues): string {
  return isBlank(template, values) ? '' : 'text';
}

/** The settings of `input`, and the routes that are switched on in them. */
function read(input: NotificationPlanInput) {
  const setting: ReadSetting = (field) => settingOf(input.settings, notificationKey(field, input.item));
  return {
    routes: listRoutes(input.item).filter(
      ({ switchedBy }) => switchedBy === null || setting(switchedBy) === 'yes',
    ),
    setting,
    values: variableValues(input),
  };
}

const NO_CONTENT: Content = { subject: null, text: '', html: null };

/** The content of each route. All emails share one budget of bytes: each may use what the emails before it left. */
function contentsOf(routes: readonly Route[], setting: ReadSetting, values: VariableValues): Content[] {
  let bytes = EMAIL_BYTES_PER_SUBMISSION;
  let emails = routes.filter(({ channel }) => CHANNEL[channel].contentKind === 'mail').length;
  return routes.map(({ channel, subject, text }) => {
    if (CHANNEL[channel].contentKind !== 'mail') return textContent(setting(text), values);
    const subjectText = subject === null ? '' : setting(subject);
    const email = emailContentWithin(bytes / emails, subjectText, setting(text), values);
    bytes -= email.bytes;
    emails -= 1;
    return email.content;
  });
}

function settingOf(settings: SettingValues, key: string): string {
  if (isMap(settings)) return settings.get(key) ?? '';
  return Object.hasOwn(settings, key) ? (settings[key] ?? '') : '';
}

function isMap(settings: SettingValues): settings is ReadonlyMap<string, string> {
  return settings instanceof Map;
}

/** A recipient of a role, and why it gets nothing; null if it gets the message. */
type RoleRecipient = { address: string; problem: SkipReason | null };

const TOO_MANY: RoleRecipient = {
  address: '',
  problem: { code: 'too-many-recipients', limit: MAX_RECIPIENTS },
};
const NO_ADDRESS: RoleRecipient = { address: '', problem: { code: 'no-address' } };

function recipientsOf(route: Route, input: NotificationPlanInput, setting: ReadSetting): RoleRecipient[] {
  const typed = addresses(route, input, setting);
  const different = new Set(typed.map((address) => address.toLowerCase())).size;
  return [
    ...parseRecipients(route.channel, typed, input.smsCountries ?? null),
    ...(different > MAX_RECIPIENTS ? [TOO_MANY] : []),
  ];
}

type ReadSetting = (field: NotificationField) => string;

function addresses(
  { channel, role, list }: Route,
  input: NotificationPlanInput,
  setting: ReadSetting,
): string[] {
  if (list !== null) return splitList(setting(list));
  if (role === 'consultancy') {
    return splitList(input.consultancy[channel]);
  }
  const own = getAddress(channel, input.user);
  return own.trim() === '' ? [] : [own];
}

function messagesOf(
  { channel, role }: Route,
  found: readonly RoleRecipient[],
  content: Content,
): PlannedMessage[] {
  return (found.length === 0 ? [NO_ADDRESS] : found).map(({ address, problem }) => ({
    channel,
    role,
    address,
    ...content,
    skipped: problem ?? emptyContent(content),
  }));
}

const REPLIED_STOP: SkipReason = { code: 'replied-stop' };

/** The messages; those to `stopped` numbers (E.164) are skipped where their channel obeys STOP. */
export function skipStopped<Message extends PlannedRecipient>(
  messages: readonly Message[],
  stopped: { has: (number: string) => boolean },
): Message[] {
  return messages.map((message) =>
    CHANNEL[message.channel].obeysStop && message.skipped === null && stopped.has(message.address)
      ? { ...message, skipped: REPLIED_STOP }
      : message,
  );
}

function emptyContent({ subject, text }: Content): SkipReason | null {
  if (subject !== null && subject.trim() === '') return { code: 'no-subject' };
  return text.trim() === '' ? { code: 'no-text' } : null;
}

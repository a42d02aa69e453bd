import {
  allowedVariables,
  EMERGENCY_BUTTON_ID,
  itemLabel,
  getDashboardSlot,
  type TextTarget,
} from '@callpoint/contract/catalog';
import type { ReachLevel } from '@callpoint/contract/reach-levels';
import type { ReachReason } from '@callpoint/contract/reachability';
import { notificationKey, modeKey } from '@callpoint/contract/setting-keys';
import { consumeAllowance, limitReachabilityText, NO_USAGE, type CountedSending } from './allowance.ts';
import { CHANNEL, CHANNELS, perChannel, type Channel } from '@callpoint/contract/channels/channels';
import { BODY_TARGET, type RecipientRole } from '@callpoint/contract/channels/channel';
import { planRecipients, type NotificationPlanInput, type PlannedRecipient } from './notification-plan.ts';
import { getAddress } from './addresses.ts';
import { parseRecipients } from './recipients.ts';
import { listRoutes } from './routes.ts';
import { toReadable } from '../sms/phone-numbers.ts';
import { skipText } from './skip-reasons.ts';
import { templateProblems } from '../templates/variables.ts';

/** `text`: one sentence for people. */
export type Reason = { kind: ReachReason; text: string; address?: string; channel?: Channel };
export type Reachability = { level: ReachLevel; reasons: Reason[] };

export type ReachabilityInput = Pick<
  NotificationPlanInput,
  'item' | 'settings' | 'consultancy' | 'maps' | 'smsCountries'
> & {
  /** Numbers in E.164 that have replied STOP. */
  stopped: ReadonlySet<string>;
  /** Addresses at which the last message failed because of the address: `email a@b.example` or `sms +1…`, lower case. */
  bad: ReadonlySet<string>;
  configured: Readonly<Record<Channel, boolean>>;
  /** How much may be sent today; null or absent: any number of messages. */
  counted?: Readonly<Record<Channel, CountedSending>> | null;
  /** The people who may submit it; see `groupUsers`. */
  users: readonly UserGroup[];
};

/** People with the same result, represented by one of them: all of them would get their messages, or none would. */
export type UserGroup = { user: NotificationPlanInput['user']; count: number };

/** A number as people read it, or an email address. */
const readable = (address: string) => toReadable(address) ?? address;

/** The form of an address in `bad`. */
export function bouncedKey(channel: Channel, address: string): string {
  return `${channel} ${address.toLowerCase()}`;
}

/** A submission with a value for every variable, so that no text is empty because a value is missing. */
const SUBMISSION: NotificationPlanInput['submission'] = {
  location: { lat: 38.8977, lng: -77.0365, accuracy: 10, at: '2026-01-01T00:00:00.000Z' },
  company: 'Company',
  message: 'Message',
  products: 'Products',
};
const EXAMPLE_USER: NotificationPlanInput['user'] = {
  name: 'Name',
  email: 'name@example.com',
  phone: '+12025550143',
};

/**
 * Whether anyone would be notified if `item` were submitted now, by the notification plan of a real submission.
 * `red`: no one except the user would be notified. `amber`: someone would be notified, but not everyone as set up.
 * Returns every reason, the most serious first. Pure.
 */
export function reachability(input: ReachabilityInput): Reachability {
  if (read(input, modeKey(getDashboardSlot(input.item))) !== 'yes') {
    const text = `${itemLabel(input.item)} is turned off: the app rejects it.`;
    return { level: 'off', reasons: [{ kind: 'switched-off', text }] };
  }
  const planned = recipientsFor(input, EXAMPLE_USER, (role) => role !== 'user');
  const problems = problemsOf(input, planned);
  const reached = planned.filter((_, index) => problems[index] === null);
  const addresses = new Set(reached.map(({ channel, address }) => bouncedKey(channel, address)));
  const reasons: Reason[] = [];
  if (addresses.size === 0) {
    reasons.push({ kind: 'nobody', text: nobodyText(input) });
  }
  if (addresses.size === 1) {
    const [{ address } = { address: '' }] = reached;
    reasons.push({ kind: 'only-one', text: `Only one address would be notified: ${readable(address)}.` });
  }
  reasons.push(
    ...unique(problems.filter((problem) => problem !== null)),
    ...variableProblems(input),
    ...userProblems(input),
  );
  return { level: addresses.size === 0 ? 'red' : reasons.length > 0 ? 'amber' : 'green', reasons };
}

/** Why no one who can help would be notified: the user may get a message of their own, or not even that. */
function nobodyText(input: ReachabilityInput): string {
  const own = recipientsFor(input, EXAMPLE_USER, (role) => role === 'user');
  return own.some((message) => problemOf(input, message) === null)
    ? 'Only the person who pressed would get a message.'
    : 'No email or SMS would be sent.';
}

function recipientsFor(
  input: ReachabilityInput,
  user: NotificationPlanInput['user'],
  includesRole: (role: RecipientRole) => boolean,
): PlannedRecipient[] {
  const { item, settings, consultancy, maps, stopped, smsCountries = null } = input;
  const planned = { item, settings, consultancy, maps, stopped, smsCountries, user, submission: SUBMISSION };
  return planRecipients(planned, includesRole);
}

/** For each message why it would not arrive, or null. Limits count the messages in their order, as for a real submission. */
function problemsOf(input: ReachabilityInput, planned: readonly PlannedRecipient[]): (Reason | null)[] {
  const isEmergency = input.item.kind === 'button' && input.item.id === EMERGENCY_BUTTON_ID;
  const usage = perChannel((channel) => ({ ...NO_USAGE, ...input.counted?.[channel].usage }));
  return planned.map((message) => {
    const problem = problemOf(input, message);
    const counted = input.counted?.[message.channel];
    const recipient = counted?.recipients.get(message.address.toLowerCase());
    if (problem || !counted || !recipient || message.role !== 'team') return problem;
    const { isOwn, ...known } = recipient;
    const sending = { isOwn, isEmergency, recipient: known };
    const hold = consumeAllowance(counted.allowance, usage[message.channel], sending);
    return hold && { kind: 'limited', text: limitReachabilityText(hold) };
  });
}

/** Why a message would not arrive; null if no reason is known. */
function problemOf(input: ReachabilityInput, message: PlannedRecipient): Reason | null {
  const { channel, address, skipped } = message;
  if (skipped?.code === 'replied-stop')
    return { kind: 'stopped', text: `${readable(address)} replied STOP: it gets no SMS.`, address };
  if (skipped !== null) return { kind: 'skipped', text: skipText(message, skipped) };
  if (!input.configured[channel]) {
    const text = `${CHANNEL[channel].label} is not configured on this server. These messages would be stored, but not sent.`;
    return { kind: 'not-configured', text, channel };
  }
  if (input.bad.has(bouncedKey(channel, address))) {
    return { kind: 'bounced', text: `The last message to ${readable(address)} did not arrive.`, address };
  }
  return null;
}

/** Texts that would be sent with the name of a variable instead of its value. */
function variableProblems(input: ReachabilityInput): Reason[] {
  const problems = listRoutes(input.item)
    .filter(({ switchedBy }) => switchedBy === null || field(input, switchedBy) === 'yes')
    .flatMap(({ channel, subject, text }) => {
      const body = BODY_TARGET[CHANNEL[channel].contentKind];
      return [
        ...(subject === null ? [] : problemsAt(input, subject, 'mail_subject', channel)),
        ...problemsAt(input, text, body, channel),
      ];
    });
  return unique(problems.map((text) => ({ kind: 'bad-variable', text })));
}

function problemsAt(
  input: ReachabilityInput,
  name: Parameters<typeof notificationKey>[0],
  target: TextTarget,
  channel: Channel,
) {
  return templateProblems(field(input, name), allowedVariables(input.item, target), channel);
}

/**
 * Groups people whose addresses have the same status, so that a thousand people need no more notification plans
 * than one: whether a message can be sent depends on the person's addresses only.
 */
export function groupUsers(
  users: readonly NotificationPlanInput['user'][],
  known: Pick<ReachabilityInput, 'stopped' | 'bad' | 'smsCountries'>,
): UserGroup[] {
  const groups = new Map<string, UserGroup>();
  addToGroups(groups, users, known);
  return [...groups.values()];
}

/** Adds people to groups, for callers that group many people in portions. */
export function addToGroups(
  groups: Map<string, UserGroup>,
  users: readonly NotificationPlanInput['user'][],
  known: Pick<ReachabilityInput, 'stopped' | 'bad' | 'smsCountries'>,
): void {
  for (const user of users) {
    const key = CHANNELS.map((channel) => addressStatus(channel, getAddress(channel, user), known)).join(' ');
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { user, count: 1 });
  }
}

function addressStatus(
  channel: Channel,
  typed: string,
  { stopped, bad, smsCountries = null }: Pick<ReachabilityInput, 'stopped' | 'bad' | 'smsCountries'>,
): string {
  const [recipient] = parseRecipients(channel, [typed], smsCountries);
  if (!recipient || typed.trim() === '') return 'none';
  if (recipient.problem !== null) return 'wrong';
  if (CHANNEL[channel].obeysStop && stopped.has(recipient.address)) return 'stopped';
  return bad.has(bouncedKey(channel, recipient.address)) ? 'bad' : 'good';
}

/** How many of the people who may submit would not get their own message. */
function userProblems(input: ReachabilityInput): Reason[] {
  const unreachable = perChannel(() => 0);
  for (const { user, count } of input.users) {
    for (const message of recipientsFor(input, user, (role) => role === 'user')) {
      if (hasOwnProblem(problemOf(input, message))) unreachable[message.channel] += count;
    }
  }
  const all = input.users.reduce((sum, { count }) => sum + count, 0);
  return CHANNELS.filter((channel) => unreachable[channel] > 0).map((channel) => ({
    kind: 'user-unreachable',
    text: `${unreachable[channel]} of ${all} app users would not get their own ${CHANNEL[channel].nouns.inSentence}.`,
  }));
}

/** False for a channel that is not configured: it affects everyone and is reported once. */
function hasOwnProblem(problem: Reason | null): boolean {
  return problem !== null && problem.kind !== 'not-configured';
}

function unique(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [reason.text, reason])).values()];
}

function field(input: ReachabilityInput, name: Parameters<typeof notificationKey>[0]): string {
  return read(input, notificationKey(name, input.item));
}

function read({ settings }: ReachabilityInput, key: string): string {
  if (settings instanceof Map) return settings.get(key) ?? '';
  const values = settings as Readonly<Record<string, string | undefined>>;
  return Object.hasOwn(values, key) ? (values[key] ?? '') : '';
}

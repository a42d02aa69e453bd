import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { StepRecipient, VoiceRules } from '@callpoint/contract/escalation';
import type { RecipientGroup } from '@callpoint/contract/escalation-terms';
import type { SkipReason } from '../plan/skip-reasons.ts';
import type { SmsCountries } from '../sms/phone-numbers.ts';
import {
  comparableAddress,
  comparableAddresses,
  createAddressOwners,
  createPersonKeys,
  isSamePerson,
  type DirectoryPerson,
  type FindAddressOwner,
  type FindPersonKey,
  type RecipientDirectory,
} from './directory.ts';
import { isQuiet } from './quiet-hours.ts';
import { isLeftOutOfDrill } from './runs.ts';
import { findStepAddresses, listChannel, type StepAddress } from './step-addresses.ts';

export type { RecipientDirectory } from './directory.ts';

/** Who a step of an escalation notifies. Steps that start and the dry run both find their recipients here. */

export interface RecipientsInput {
  to: readonly StepRecipient[];
  by: readonly Channel[];
  isEmergency: boolean;
  isDrill: boolean;
  directory: RecipientDirectory;
  /** The person who pressed: never a recipient, over any of their known addresses. */
  worker: DirectoryPerson;
  /** `at`: when the step starts, ISO 8601. `zone`: the subscriber's. */
  voice: { rules: VoiceRules; zone: string; at: string };
  smsCountries: SmsCountries;
  /** Numbers in E.164 that have replied STOP to the sender of our SMS. */
  stopped: ReadonlySet<string>;
}

/** `address`: one email address or one E.164 number if `skipped` is null; otherwise as it was typed, '' if there is none. */
export interface ResolvedRecipient {
  channel: Channel;
  role: RecipientGroup | 'person';
  name: string | null;
  /** The same key for all addresses of one person. */
  person: string;
  address: string;
  skipped: SkipReason | null;
}

/** The recipients of a step, each address of a channel once: notified if any group or person of the step is. */
export function resolveRecipients(input: RecipientsInput): ResolvedRecipient[] {
  const people = peopleOf(input.directory);
  const lookup = { ...people, workerKeys: workerKeysOf(input, people) };
  const found = new Map<string, ResolvedRecipient>();
  for (const channel of input.by) {
    for (const to of input.to) {
      for (const recipient of recipientsOf(channel, to, input, lookup)) {
        const { address, role, person, skipped } = recipient;
        const key = JSON.stringify([channel, address.toLowerCase() || [role, person]]);
        const before = found.get(key);
        if (!before || (before.skipped !== null && skipped === null)) found.set(key, recipient);
      }
    }
  }
  return [...found.values()];
}

/** The keys of all entries that are the person who pressed. */
function workerKeysOf(
  { to, directory, worker }: RecipientsInput,
  { keyOf }: PeopleLookup,
): ReadonlySet<string> {
  const named = to.filter((one) => one.kind === 'person');
  const same = [worker, directory.owner, ...directory.people, ...directory.contacts, ...named].filter(
    (one) => one === worker || isSamePerson(one, worker),
  );
  return new Set(same.map(keyOf));
}

type PeopleLookup = { findOwner: FindAddressOwner; keyOf: FindPersonKey };
type Lookup = PeopleLookup & { workerKeys: ReadonlySet<string> };

const lookups = new WeakMap<RecipientDirectory, PeopleLookup>();

/** Steps of one dry run share a directory: its numbers are parsed once. */
function peopleOf(directory: RecipientDirectory): PeopleLookup {
  const known = lookups.get(directory) ?? {
    findOwner: createAddressOwners(directory),
    keyOf: createPersonKeys(directory),
  };
  lookups.set(directory, known);
  return known;
}

function recipientsOf(
  channel: Channel,
  to: StepRecipient,
  input: RecipientsInput,
  { findOwner, keyOf, workerKeys }: Lookup,
): ResolvedRecipient[] {
  const { directory, smsCountries } = input;
  const excluded = excludedGroup(channel, to, input);
  const found = excluded
    ? [nobody(excluded)]
    : findStepAddresses(channel, to, { directory, smsCountries, findOwner, keyOf });
  return (found.length === 0 ? [nobody({ code: 'no-address' })] : found).map(
    ({ name, person, address, problem }) => ({
      channel,
      role: to.kind,
      name,
      person,
      address,
      skipped: problem ?? skipReason(channel, { address, person }, workerKeys, input),
    }),
  );
}

/** Why a step leaves out a whole group, on purpose: nobody expects an answer from it. */
const LEFT_OUT_CODES: readonly SkipReason['code'][] = ['consultancy-off', 'drill'];

/** What a step can never do; it changes nothing about the rest of the step. */
const IMPOSSIBLE_CODES: readonly SkipReason['code'][] = ['consultancy-has-no-account'];

/** A run in which each message has one of these reasons is not waited for: the people of the run before it are. */
export const UNWAITED_CODES = [...LEFT_OUT_CODES, ...IMPOSSIBLE_CODES];

/** Whether a step leaves out everyone, so that the people of the step before it keep their time. */
export function isLeftOut(recipients: readonly Pick<ResolvedRecipient, 'skipped'>[]): boolean {
  const possible = recipients.filter(
    ({ skipped }) => skipped === null || !IMPOSSIBLE_CODES.includes(skipped.code),
  );
  return (
    possible.length > 0 &&
    possible.every(({ skipped }) => skipped !== null && LEFT_OUT_CODES.includes(skipped.code))
  );
}

/** Whether a step contains only what it can never do: the next one starts at the same time, and says nothing about it. */
export function isImpossible(recipients: readonly Pick<ResolvedRecipient, 'skipped'>[]): boolean {
  return (
    recipients.length > 0 &&
    recipients.every(({ skipped }) => skipped !== null && IMPOSSIBLE_CODES.includes(skipped.code))
  );
}

const nobody = (problem: SkipReason): StepAddress => ({ name: null, person: '', address: '', problem });

/** Why a group gets no message of the step; null if it does. */
function excludedGroup(
  channel: Channel,
  recipient: StepRecipient,
  { isDrill, directory: { consultancy } }: RecipientsInput,
): SkipReason | null {
  const { kind } = recipient;
  if (isDrill && isLeftOutOfDrill(recipient)) return { code: 'drill' };
  if (kind === 'consultancy' && CHANNEL[channel].addressKind === 'push')
    return { code: 'consultancy-has-no-account' };
  return kind === 'consultancy' && !consultancy.enabled[listChannel(channel)]
    ? { code: 'consultancy-off' }
    : null;
}

/** Why a valid address gets no message; null if it does. */
function skipReason(
  channel: Channel,
  { address, person }: Pick<StepAddress, 'address' | 'person'>,
  workerKeys: ReadonlySet<string>,
  { isEmergency, isDrill, worker, voice, stopped }: RecipientsInput,
): SkipReason | null {
  const { addressKind, isCall, obeysStop } = CHANNEL[channel];
  const own = [...comparableAddresses(worker), worker.push];
  const ofWorker = workerKeys.has(person) || own.includes(comparableAddress(addressKind, address));
  if (ofWorker) return { code: 'is-submitter' };
  if (obeysStop && stopped.has(address)) return { code: 'replied-stop' };
  // A drill is not an emergency: it calls only people who agreed, and not at night.
  if (!isCall || (isEmergency && !isDrill)) return null;
  const { rules, zone, at } = voice;
  if (!rules.agreed.some((number) => comparableAddress(addressKind, number) === address)) {
    return { code: 'not-agreed' };
  }
  const { quiet_from: from, quiet_until: until } = rules;
  return isQuiet(rules, at, zone) ? { code: 'quiet-hours', from, until, zone } : null;
}

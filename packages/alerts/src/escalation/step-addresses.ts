import type { AddressKind } from '@callpoint/contract/channels/channel';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { StepRecipient } from '@callpoint/contract/escalation';
import { ROUTED_CHANNELS } from '@callpoint/contract/escalation-terms';
import { splitList } from '@callpoint/contract/split-list';
import { getAddress } from '../plan/addresses.ts';
import { parseRecipients } from '../plan/recipients.ts';
import type { SkipReason } from '../plan/skip-reasons.ts';
import type { SmsCountries } from '../sms/phone-numbers.ts';
import {
  comparableAddresses,
  namedAddresses,
  type AddressOwner,
  type DirectoryPerson,
  type FindAddressOwner,
  type FindPersonKey,
  type RecipientDirectory,
} from './directory.ts';

/** The addresses of a group or a person of a step, for one channel. */

/** `address`: '' if the person has none. `problem`: why it cannot be used. */
export interface StepAddress extends AddressOwner {
  address: string;
  problem: SkipReason | null;
}

interface Lookup {
  directory: RecipientDirectory;
  smsCountries: SmsCountries;
  findOwner: FindAddressOwner;
  keyOf: FindPersonKey;
}

type Find = (channel: Channel, to: StepRecipient, lookup: Lookup) => StepAddress[];

/** By the kind of address. */
const FIND: Readonly<Record<AddressKind, Find>> = {
  email: findPersonal,
  phone: findPersonal,
  push: findAccounts,
};

export const findStepAddresses: Find = (channel, to, lookup) =>
  FIND[CHANNEL[channel].addressKind](channel, to, lookup);

/** Addresses that people typed: in lists, or with their name. */
function findPersonal(channel: Channel, to: StepRecipient, lookup: Lookup): StepAddress[] {
  const { team, consultancy, contacts, owner, administrators } = lookup.directory;
  switch (to.kind) {
    case 'team':
      return fromList(channel, team[listChannel(channel)], lookup);
    case 'consultancy':
      return fromList(channel, consultancy.lists[listChannel(channel)], lookup);
    case 'contacts':
      return fromPeople(channel, contacts, lookup);
    case 'owner':
      return fromPeople(channel, [owner], lookup);
    case 'administrators':
      return fromPeople(
        channel,
        administrators.map((one) => ({ ...one, phone: '' })),
        lookup,
      );
    case 'person':
      return fromPeople(channel, [to], lookup);
  }
}

/** Accounts that may have turned notifications on: the subscriber's own, app users, and administrators. */
function findAccounts(channel: Channel, to: StepRecipient, lookup: Lookup): StepAddress[] {
  const { contacts, owner, administrators } = lookup.directory;
  const ofPeople = (people: readonly DirectoryPerson[]) =>
    fromPeople(channel, withAccounts(people, lookup), lookup);
  switch (to.kind) {
    case 'team':
    case 'owner':
      return fromPeople(channel, [owner], lookup);
    case 'administrators':
      return fromPeople(
        channel,
        administrators.map((one) => ({ ...one, phone: '' })),
        lookup,
      );
    case 'contacts':
      return ofPeople(contacts);
    case 'person':
      return ofPeople([to]);
    case 'consultancy':
      return [];
  }
}

/**
 * Gives people their own account. A shared number or mailbox, for example of an office, is not enough: a notification on the
 * phone of one person would count as one of the other.
 */
function withAccounts(people: readonly DirectoryPerson[], { directory, keyOf }: Lookup): DirectoryPerson[] {
  const accounts = [directory.owner, ...directory.people].filter(({ push }) => push !== undefined);
  // Every key is computed once: a subscriber may have hundreds of accounts. The first account of a key wins.
  const named = new Map<string, number>();
  const keyed = new Map<string, number>();
  for (const [index, known] of accounts.entries()) {
    for (const key of namedAddresses(known)) if (!named.has(key)) named.set(key, index);
    const key = keyOf(known);
    if (!keyed.has(key)) keyed.set(key, index);
  }
  return people.map((one) => {
    const same = namedAddresses(one).flatMap((key) => named.get(key) ?? []);
    const index = same.length > 0 ? Math.min(...same) : keyed.get(keyOf(one));
    const push = index === undefined ? undefined : accounts[index]?.push;
    return push === undefined ? one : { ...one, push };
  });
}

/** The channel whose settings have the lists of `channel`: calls use those of SMS. */
export function listChannel(channel: Channel): Channel {
  const { addressKind, routes } = CHANNEL[channel];
  if (routes.length > 0) return channel;
  return ROUTED_CHANNELS.find((other) => CHANNEL[other].addressKind === addressKind) ?? channel;
}

function fromList(channel: Channel, list: string, { smsCountries, findOwner }: Lookup): StepAddress[] {
  return parseRecipients(channel, splitList(list), smsCountries).map((found) => ({
    ...found,
    ...findOwner(CHANNEL[channel].addressKind, found.address),
  }));
}

/** Rows without any address are ignored: they are not filled in yet. */
function fromPeople(
  channel: Channel,
  people: readonly DirectoryPerson[],
  { smsCountries, keyOf }: Lookup,
): StepAddress[] {
  return people
    .filter((one) => comparableAddresses(one).length > 0)
    .flatMap<StepAddress>((one) => {
      const owner = { person: keyOf(one), name: one.name.trim() || null };
      const typed = getAddress(channel, one).trim();
      if (typed === '') return { ...owner, address: '', problem: { code: 'no-address' } };
      return parseRecipients(channel, [typed], smsCountries).map((found) => ({ ...found, ...owner }));
    });
}

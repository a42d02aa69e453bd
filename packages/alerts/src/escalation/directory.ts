import type { AddressKind } from '@callpoint/contract/channels/channel';
import type { Channel } from '@callpoint/contract/channels/channels';
import { ADDRESS_RULES, type PersonAddresses } from '../plan/addresses.ts';
import { cleanLine } from '../templates/clean-text.ts';

/** The people and lists of a subscriber that the steps of an escalation notify, and the person behind an address. */

export interface DirectoryPerson extends PersonAddresses {
  name: string;
}

export interface RecipientDirectory {
  /** The safety team's lists of the notification settings, comma separated. */
  team: Readonly<Record<Channel, string>>;
  contacts: readonly DirectoryPerson[];
  owner: DirectoryPerson;
  consultancy: { enabled: Readonly<Record<Channel, boolean>>; lists: Readonly<Record<Channel, string>> };
  administrators: readonly { name: string; email: string; push?: string }[];
  /** App users and contacts: they give an address of a list its name. */
  people: readonly DirectoryPerson[];
}

/** `person`: the same key for all addresses of one person. */
export interface AddressOwner {
  name: string | null;
  person: string;
}

/** The key of the account's owner. */
export const OWNER = 'owner';

/** The kinds of addresses that identify a person. */
const KINDS = ['email', 'phone'] as const satisfies AddressKind[];

/** The form in which addresses of people are compared; '' for none. Text that is not an address equals only itself. */
export function comparableAddress(kind: AddressKind, typed: string): string {
  const trimmed = typed.trim();
  return ADDRESS_RULES[kind].normalize(trimmed) ?? trimmed;
}

const compared = new WeakMap<Readonly<PersonAddresses>, readonly string[]>();

/** The addresses of a person in the form in which they are compared. They are parsed once: a subscriber may have hundreds of people. */
export function comparableAddresses(person: Readonly<PersonAddresses>): readonly string[] {
  const known = compared.get(person);
  if (known) return known;
  const addresses = KINDS.map((kind) => comparableAddress(kind, person[kind])).filter(
    (address) => address !== '',
  );
  compared.set(person, addresses);
  return addresses;
}

/** The people whose addresses are known. */
export type KnownPeople = Pick<RecipientDirectory, 'owner' | 'people'>;

export type FindPersonKey = (person: DirectoryPerson) => string;

/**
 * Finds the key of a person: the first address of their first entry. People who share it, for example the mailbox of an
 * office, but have different names and other addresses of their own have different keys: an answer of one is not an answer of the
 * others. Entries of one person, for example a contact and an app user, have one key.
 */
export function createPersonKeys({ owner, people }: KnownPeople): FindPersonKey {
  const entries = [owner, ...people].map((one): Entry => ({ one, addresses: comparableAddresses(one) }));
  const byFirst = Map.groupBy(entries, ({ addresses: [first = ''] }) => first);
  const [ofOwner = ''] = entries[0]?.addresses ?? [];
  const findFirst = createEntryFinder(entries);
  return (given) => {
    const { one: person, addresses } = findFirst({ one: given, addresses: comparableAddresses(given) });
    const [first = ''] = addresses;
    const differs = (known: { one: DirectoryPerson; addresses: readonly string[] }) =>
      haveDifferentNames(person, known.one) && addresses[1] !== known.addresses[1];
    const sharing = byFirst.get(first) ?? [];
    const isOwner = first === ofOwner && !sharing.some((known) => known.one === owner && differs(known));
    if (isOwner) return OWNER;
    return sharing.some(differs) ? addresses.join(' ') : first;
  };
}

type Entry = { one: DirectoryPerson; addresses: readonly string[] };

/** Finds the first entry of the same person (`namedAddresses`), also over other entries; the given one if there is none. */
function createEntryFinder(known: readonly Entry[]): (entry: Entry) => Entry {
  // For each name and address, the first entry of its person: entries that share one are of the same person.
  const firsts = new Map<string, Entry>();
  const keysOf = ({ one, addresses }: Entry) => namedAddresses(one, addresses);
  for (const entry of known) {
    const keys = keysOf(entry);
    const same = new Set(keys.flatMap((key) => firsts.get(key) ?? []));
    const first = same.size === 0 ? entry : (known.find((other) => same.has(other)) ?? entry);
    // Entries that had nothing in common until now.
    if (same.size > 1) for (const [key, other] of firsts) if (same.has(other)) firsts.set(key, first);
    for (const key of keys) firsts.set(key, first);
  }
  return (entry) => keysOf(entry).flatMap((key) => firsts.get(key) ?? [])[0] ?? entry;
}

function haveDifferentNames(one: DirectoryPerson, other: DirectoryPerson): boolean {
  const [name, otherName] = [comparableName(one.name), comparableName(other.name)];
  return name !== '' && otherName !== '' && name !== otherName;
}

/**
 * Two entries that share one of these are one person, for example a contact and an app user: they have the same name and an
 * address in common, though the other address may differ. An address alone is not enough: people may share the number of an office.
 */
export function namedAddresses(
  one: DirectoryPerson,
  addresses: readonly string[] = comparableAddresses(one),
): string[] {
  const name = comparableName(one.name);
  return name === '' ? [] : addresses.map((address) => JSON.stringify([name, address]));
}

/** Whether two entries are one person. Names are compared first: addresses cost more, and a subscriber may have hundreds. */
export function isSamePerson(one: DirectoryPerson, other: DirectoryPerson): boolean {
  if (comparableName(one.name) !== comparableName(other.name)) return false;
  const known = namedAddresses(one);
  return namedAddresses(other).some((address) => known.includes(address));
}

/** The form in which names of people are compared. */
export function comparableName(name: string): string {
  return cleanLine(name).toLowerCase();
}

export type FindAddressOwner = (kind: AddressKind, address: string) => AddressOwner;

/** Finds the person behind an address. A number that several people share, for example of an office, belongs to none of them. */
export function createAddressOwners({ owner, people }: KnownPeople): FindAddressOwner {
  const keyOf = createPersonKeys({ owner, people });
  const known = new Map<string, Map<string, string>>();
  for (const one of [owner, ...people]) {
    const person = keyOf(one);
    for (const address of comparableAddresses(one)) {
      const found = known.get(address) ?? new Map<string, string>();
      if (!found.has(person)) found.set(person, one.name);
      known.set(address, found);
    }
  }
  return (kind, address) => {
    const key = comparableAddress(kind, address);
    const found = [...(known.get(key) ?? [])];
    const [only] = found;
    if (!only || found.length > 1) return { person: key, name: null };
    return { person: only[0], name: only[1].trim() === '' ? null : only[1].trim() };
  };
}

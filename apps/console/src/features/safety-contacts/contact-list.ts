import type { Contact } from '@callpoint/contract/setting-values';
import { z } from 'zod';

/** The JSON list of safety contacts, as the setting stores it. */

export const EMPTY_CONTACT: Contact = { name: '', phone: '', email: '' };
/** The number of rows shown where none was ever saved. */
const FIRST_ROWS = 3;

/** Stored data may be older than today's rules: any text is shown, so that it can be fixed. */
const storedList = z.array(
  z.object({ name: z.string().catch(''), phone: z.string().catch(''), email: z.string().catch('') }),
);

/** Reads the list; unreadable parts count as empty. */
export function readContacts(value: string): Contact[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    parsed = [];
  }
  const result = storedList.safeParse(parsed);
  const list = result.success ? result.data : [];
  return list.length > 0 ? list : Array.from({ length: FIRST_ROWS }, () => EMPTY_CONTACT);
}

/** The contact at `index` of a stored list; an empty one if the list is shorter. */
export function contactAt(value: string, index: number): Contact {
  return readContacts(value)[index] ?? EMPTY_CONTACT;
}

export function isSameContact(one: Contact, other: Contact): boolean {
  return one.name === other.name && one.phone === other.phone && one.email === other.email;
}

/** The list with the contact at `index` replaced, in its stored format. Missing rows before it are added. */
export function replaceContact(list: readonly Contact[], index: number, next: Contact): string {
  const length = Math.max(list.length, index + 1);
  const rows = Array.from({ length }, (_, row) => (row === index ? next : (list[row] ?? EMPTY_CONTACT)));
  return stored(rows);
}

/** The list without the contact at `index`, in its stored format. */
export function withoutContact(list: readonly Contact[], index: number): string {
  return stored(list.filter((_, row) => row !== index));
}

/** The list with the contact at `from` moved to `to`, in its stored format. */
export function withMovedContact(list: readonly Contact[], from: number, to: number): string {
  const rest = list.filter((_, row) => row !== from);
  const moved = list[from];
  return stored(moved ? [...rest.slice(0, to), moved, ...rest.slice(to)] : rest);
}

function stored(list: readonly Contact[]): string {
  return JSON.stringify(list.map(({ name, phone, email }) => ({ name, phone, email })));
}

/** A row that nobody has filled in: app users do not see it. */
export function isEmptyContact({ name, phone, email }: Contact): boolean {
  return `${name}${phone}${email}`.trim() === '';
}

/** Spaces around a name, a number or an address are removed. */
export function cleanContact({ name, phone, email }: Contact): Contact {
  return { name: name.trim(), phone: phone.trim(), email: email.trim() };
}

import type { Contact } from '@callpoint/contract/setting-values';
import { readableNumber } from './readable-number.ts';

/** Safety contacts as text. */

/** `Ann Lee (ann@example.com, +1 202 555 0143)`. */
export function contactText({ name, email, phone }: Contact): string {
  const [first, ...rest] = [name, email, readableNumber(phone)].filter((part) => part !== '');
  return rest.length === 0 ? (first ?? '') : `${first} (${rest.join(', ')})`;
}

/** The people of a stored list; none if it is not one. Read without the schema, whose validator is larger than a dialog. */
export function readContacts(value: string): Contact[] {
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  const text = (part: unknown) => (typeof part === 'string' ? part : '');
  return list
    .map((one: unknown) => (typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {}))
    .map(({ name, email, phone }) => ({ name: text(name), email: text(email), phone: text(phone) }))
    .filter(({ name, email, phone }) => name + email + phone !== '');
}

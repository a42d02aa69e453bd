import { CHANNEL, consultancyChannel } from '@callpoint/contract/channels/channels';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { splitList } from '@callpoint/contract/split-list';
import type { CountryCode } from 'libphonenumber-js/max';
import { normalizePolicy, normalizeVoiceRules } from '../escalation/normalize-policy.ts';
import { toE164, toReadable } from './phone-numbers.ts';

/**
 * Typed phone numbers and lists of recipients as they are stored: each recipient once. Text that cannot be a number stays
 * unchanged: the rules of its field report it.
 */

/** The number of a person or an account: `(303) 555-0141` becomes `+1 303 555 0141`. E.164 stays unchanged. */
export function normalizePhone(typed: string, country: CountryCode): string {
  return /^\+\d+$/.test(typed) ? typed : (toReadable(typed, country) ?? typed);
}

/** The change of a stored number by a call: nothing if it has none. The stored text stays if it was sent unchanged. */
export function changedPhone(
  typed: string | undefined,
  stored: string,
  country: CountryCode,
): { phone?: string } {
  if (typed === undefined) return {};
  return { phone: typed === stored ? typed : normalizePhone(typed, country) };
}

/** A setting's value as it is stored: its recipients each once, and all numbers normalized. */
export function normalizeSetting(key: string, value: string, country: CountryCode): string {
  const kind = SETTINGS.get(key)?.type;
  if (kind === 'phone_list') return normalizeNumbers(value, country);
  if (kind === 'email_list') return normalizeEmails(value);
  if (kind === 'policy') return normalizePolicy(value, country);
  if (kind === 'voice_rules') return normalizeVoiceRules(value, country);
  return kind === 'contacts' ? normalizeContacts(value, country) : value;
}

/** The same for a value of the configuration. */
export function normalizeConfig(key: string, value: string, country: CountryCode): string {
  const channel = consultancyChannel(key);
  if (channel !== null && CHANNEL[channel].addressKind === 'phone') return normalizeNumbers(value, country);
  if (channel !== null || key === 'support_emails') return normalizeEmails(value);
  return key === 'contact_person' ? normalizeContacts(value, country) : value;
}

/** A comma separated list of recipients in E.164. */
function normalizeNumbers(list: string, country: CountryCode): string {
  return normalizeList(list, (part) => toE164(part, country) ?? part);
}

/** A comma separated list of addresses, with the first spelling of each. */
function normalizeEmails(list: string): string {
  const spellings = new Map<string, string>();
  for (const part of splitList(list).toReversed()) spellings.set(part.toLowerCase(), part);
  return normalizeList(list, (part) => spellings.get(part.toLowerCase()) ?? part);
}

/** The normalized parts, each once. A list that needs no change stays unchanged, with its spaces. */
function normalizeList(list: string, normalize: (part: string) => string): string {
  if (/[\r\n]/.test(list)) return list;
  const parts = splitList(list);
  const normalized = [...new Set(parts.map(normalize))];
  const isUnchanged =
    normalized.length === parts.length && normalized.every((part, index) => part === parts[index]);
  return isUnchanged ? list : normalized.join(', ');
}

/** Only the numbers of a valid list change: its other parts are validated as they were typed. */
function normalizeContacts(value: string, country: CountryCode): string {
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    return value;
  }
  if (!Array.isArray(list)) return value;
  let isChanged = false;
  const normalized = list.map((contact: unknown) => {
    if (typeof contact !== 'object' || contact === null || !('phone' in contact)) return contact;
    const { phone } = contact;
    if (typeof phone !== 'string' || phone === '') return contact;
    const number = normalizePhone(phone, country);
    if (number === phone) return contact;
    isChanged = true;
    return { ...contact, phone: number };
  });
  return isChanged ? JSON.stringify(normalized) : value;
}

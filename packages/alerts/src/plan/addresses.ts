import type { AddressKind } from '@callpoint/contract/channels/channel';
import { parsePushAddress } from '@callpoint/contract/channels/push/push-address';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { isEmailAddress } from '@callpoint/contract/fields';
import { isPlainNumber } from '@callpoint/contract/split-list';
import { showControls } from '../templates/clean-text.ts';
import { numberRestriction, toE164, type SmsCountries } from '../sms/phone-numbers.ts';
import type { AddressProblem } from './skip-reasons.ts';

/** The kinds of addresses that channels send to: how a typed address is parsed, and which field of a person has it. */

/** An address to send to. `problem` is null, or the reason why this address cannot be used. */
export interface Recipient {
  address: string;
  problem: AddressProblem | null;
}

/** The addresses of a person or an account. */
export interface PersonAddresses {
  email: string;
  phone: string;
  /** The account that gets push messages; omitted if the person has none. */
  push?: string;
}

interface AddressRules {
  /** Parses a typed address; an address that cannot be used has a problem. */
  parse(typed: string, smsCountries: SmsCountries): Recipient;
  /** The form in which addresses are compared; null for text that is not an address. */
  normalize(typed: string): string | null;
  /** An account's own address in the form of the settings, for the lists of a new subscriber. */
  listed(typed: string): string;
}

export const ADDRESS_RULES: Readonly<Record<AddressKind, AddressRules>> = {
  email: {
    parse: parseEmail,
    normalize: (typed) => typed.toLowerCase(),
    listed: (typed) => typed.trim(),
  },
  phone: { parse: parseNumber, normalize: (typed) => toE164(typed), listed: listedNumber },
  push: {
    parse: parseAccount,
    normalize: (typed) => (parsePushAddress(typed) ? typed : null),
    listed: (typed) => typed.trim(),
  },
};

/** The rules of the addresses that a channel sends to. */
export function addressRules(channel: Channel): AddressRules {
  return ADDRESS_RULES[CHANNEL[channel].addressKind];
}

/** The address at which a channel reaches a person; '' if there is none. */
export function getAddress(channel: Channel, contact: PersonAddresses): string {
  return contact[CHANNEL[channel].addressKind] ?? '';
}

function parseEmail(typed: string): Recipient {
  if (isEmailAddress(typed)) return { address: typed, problem: null };
  return { address: showControls(typed), problem: { code: 'not-an-email-address' } };
}

function parseAccount(typed: string): Recipient {
  if (parsePushAddress(typed)) return { address: typed, problem: null };
  return { address: showControls(typed), problem: { code: 'not-an-account' } };
}

function parseNumber(typed: string, countries: SmsCountries): Recipient {
  const number = toE164(typed);
  if (number !== null) return { address: number, problem: numberRestriction(number, countries) };
  return { address: showControls(typed), problem: { code: 'not-a-phone-number' } };
}

/** E.164 if the number has that form, else its digits with the + that was typed. */
function listedNumber(typed: string): string {
  const number = toE164(typed);
  // Some countries have numbers with fewer than the seven digits that the contract requires.
  if (number !== null && isPlainNumber(number)) return number;
  return (typed.trim().startsWith('+') ? '+' : '') + typed.replaceAll(/\D/g, '');
}

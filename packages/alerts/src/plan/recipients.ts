import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { isPhoneNumber, MAX_RECIPIENTS, splitList } from '@callpoint/contract/split-list';
import { ADDRESS_RULES, type Recipient } from './addresses.ts';
import type { SmsCountries } from '../sms/phone-numbers.ts';
import { addressProblemText } from './skip-reasons.ts';

/**
 * The recipients of `typed` addresses, in their order, without duplicates: email addresses are compared without case,
 * numbers by their E.164 form. An address that cannot be used stays in the result, with its problem; a number outside
 * `smsCountries` has one. At most `MAX_RECIPIENTS`: the others are ignored.
 */
export function parseRecipients(
  channel: Channel,
  typed: readonly string[],
  smsCountries: SmsCountries = null,
): Recipient[] {
  const { parse } = ADDRESS_RULES[CHANNEL[channel].addressKind];
  const found = new Map<string, Recipient>();
  for (const raw of new Set(typed.map((one) => one.trim()))) {
    if (found.size === MAX_RECIPIENTS) break;
    const recipient = parse(raw, smsCountries);
    const key = recipient.address.toLowerCase();
    if (!found.has(key)) found.set(key, recipient);
  }
  return [...found.values()];
}

/**
 * Why numbers of a comma separated list get no message: one sentence each, as in a notification plan. Parts that do
 * not look like a number are ignored: the rules of the list report them.
 */
export function unreachableNumbers(channel: Channel, list: string, smsCountries: SmsCountries): string[] {
  const numbers = splitList(list).filter(isPhoneNumber);
  return parseRecipients(channel, numbers, smsCountries).flatMap(({ address, problem }) =>
    problem === null ? [] : addressProblemText({ channel, address }, problem),
  );
}

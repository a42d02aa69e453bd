import { isEmailAddress } from '@callpoint/contract/fields';
import { isPlainNumber, splitList } from '@callpoint/contract/split-list';
import { showControls } from './clean-text.ts';
import type { Channel } from './messages.ts';
import { smsRestriction, toE164, type SmsCountries } from './phone-numbers.ts';

/** Somebody to tell. `problem` is null, or the sentence why this address cannot be used. */
export interface Recipient {
  address: string;
  problem: string | null;
}

/**
 * The recipients that `typed` addresses stand for, in their order and each once: e-mail addresses are the same
 * whatever their case, numbers when their E.164 is. An address that cannot be used is kept, with its problem: a number of
 * another country than `smsCountries` is one.
 */
export function recipients(
  channel: Channel,
  typed: readonly string[],
  smsCountries: SmsCountries = null,
): Recipient[] {
  const found = new Map<string, Recipient>();
  for (const raw of typed) {
    const recipient =
      channel === 'email' ? emailRecipient(raw.trim()) : smsRecipient(raw.trim(), smsCountries);
    const key = recipient.address.toLowerCase();
    if (!found.has(key)) found.set(key, recipient);
  }
  return [...found.values()];
}

function emailRecipient(raw: string): Recipient {
  if (isEmailAddress(raw)) return { address: raw, problem: null };
  const address = showControls(raw);
  return { address, problem: `“${address}” is not an e-mail address.` };
}

function smsRecipient(raw: string, countries: SmsCountries): Recipient {
  const number = toE164(raw);
  if (number !== null) return { address: number, problem: smsRestriction(number, countries) };
  const address = showControls(raw);
  return {
    address,
    problem: `“${address}” is not a phone number that can receive SMS. Write it with + and the country code.`,
  };
}

/**
 * Why numbers of a comma separated list get no SMS although they look like numbers: one sentence each, as a plan says
 * it. What doesn't even look like one is left to the rules of the list.
 */
export function unreachableNumbers(list: string, smsCountries: SmsCountries): string[] {
  return recipients('sms', splitList(list).filter(isPlainNumber), smsCountries).flatMap(
    ({ problem }) => problem ?? [],
  );
}

import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { ChannelDescriptor } from '@callpoint/contract/channels/channel';

/** The country of numbers that are written without a country code. */
export const DEFAULT_COUNTRY: CountryCode = 'US';

/** The countries that SMS are sent to, as ISO 3166 codes; null: all. */
export type SmsCountries = readonly string[] | null;

/**
 * A telephone number for SMS, in E.164 (`+12025550143`); null for text that cannot be one: letters, extensions,
 * several numbers, a length that its country does not have. A number that is possible but not known to be in use
 * is accepted: numbering plans change, and an alarm must not wait for our tables. Without a +, it belongs to `country`.
 */
export function toE164(typed: string, country: CountryCode = DEFAULT_COUNTRY): string | null {
  return parse(typed, country)?.number ?? null;
}

function parse(typed: string, country: CountryCode = DEFAULT_COUNTRY): PhoneNumber | null {
  const number = parsePhoneNumberFromString(typed.trim(), { defaultCountry: country, extract: false });
  return number && !number.ext && number.isPossible() ? number : null;
}

/** True for the ISO 3166 code of a country that has telephone numbers. */
export function isCountryCode(code: string): boolean {
  return isSupportedCountry(code);
}

/** The country of a number in E.164; null if several countries may have it, or none. */
export function countryOf(number: string): string | null {
  return parse(number)?.country ?? null;
}

const EXPENSIVE_TYPES: readonly unknown[] = ['PREMIUM_RATE', 'SHARED_COST'];
/** Premium-rate numbers, even if no number of that length is known. */
const EXPENSIVE_PREFIX = /^\+(1900|979)/;

/**
 * Why messages are not sent to a number in E.164: its cost or its country. Null if they are sent. `nouns`: the words for
 * the channel's messages.
 */
export function numberRestriction(
  number: string,
  { one, many }: ChannelDescriptor['nouns'],
  countries: SmsCountries,
): string | null {
  const parsed = parse(number);
  if (EXPENSIVE_PREFIX.test(number) || EXPENSIVE_TYPES.includes(parsed?.getType())) {
    return `${number} is a premium-rate or shared-cost number. ${capitalize(many)} are never sent to such numbers.`;
  }
  if (countries === null || (parsed && isAmong(parsed, countries))) return null;
  return `${number} gets no ${one}. This server sends ${many} only to numbers of: ${countries.map(nameOf).join(', ')}.`;
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A number that is not known to be in use may belong to any country that shares its code. */
function isAmong(number: PhoneNumber, countries: readonly string[]): boolean {
  const possible = number.country ? [number.country] : number.getPossibleCountries();
  return possible.some((country) => countries.includes(country));
}

function nameOf(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
}

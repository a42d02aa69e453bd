import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { keepResults } from '../keep-results.ts';

/** The country of numbers that are written without a country code. */
const DEFAULT_COUNTRY: CountryCode = 'US';

/** The countries that SMS are sent to, as ISO 3166 codes; null: all. */
export type SmsCountries = readonly string[] | null;

/**
 * A phone number for SMS, in E.164 (`+12025550143`); null for text that cannot be one: letters, extensions,
 * several numbers, a length that its country does not have. A number that is possible but not known to be in use
 * is accepted: numbering plans change, and an alarm must not wait for our tables. Without a +, it belongs to `country`.
 */
export function toE164(typed: string, country: CountryCode = DEFAULT_COUNTRY): string | null {
  return parse(typed, country)?.number ?? null;
}

/** The number as people write it, with its country: `+1 303 555 0141`; null for text that cannot be a number. */
export function toReadable(typed: string, country: CountryCode = DEFAULT_COUNTRY): string | null {
  return parse(typed, country)?.formatInternational() ?? null;
}

/**
 * The country of numbers that are written without one: the country of the subscriber's own number, else the first country
 * that this server sends SMS to, else the United States.
 * @param own the subscriber's phone; null for numbers of the platform, and before sign-up
 */
export function homeCountry(own: string | null, smsCountries: SmsCountries): CountryCode {
  const served = smsCountries?.[0];
  const server = served !== undefined && isSupportedCountry(served) ? served : DEFAULT_COUNTRY;
  const number = own === null ? null : toE164(own, server);
  return ((number && getCountry(number)) as CountryCode | null) ?? server;
}

/** Each press asks for the types of the same numbers, and finding one takes longer than parsing it. */
const typeOf = keepResults(1_000, 43, (number) => parse(number)?.getType() ?? 'unknown');

/** Why no phone that receives SMS has a number in E.164. A number that landlines and mobile phones share may receive them. */
export function findNoSmsKind(number: string): 'landline' | 'toll-free' | null {
  const type = typeOf(number);
  if (type === 'TOLL_FREE') return 'toll-free';
  return type === 'FIXED_LINE' ? 'landline' : null;
}

/** What no number has: letters, and the parameters of telephone links, which can contain another number. */
const NO_NUMBER = /[\p{L};=]/u;
/** No area code of the countries with the code 1 starts like this. It is a number of a country where numbers start with 0. */
const NO_AREA_CODE = /^[01]/;

/** `typed` after its country. Each press has the recipients of the press before; longer text is no number. */
const parseKept = keepResults(1_000, 43, (typed) =>
  parseNew(typed.slice(3), typed.slice(0, 2) as CountryCode),
);

function parse(typed: string, country: CountryCode = DEFAULT_COUNTRY): PhoneNumber | null {
  return parseKept(`${country} ${typed}`);
}

function parseNew(typed: string, country: CountryCode): PhoneNumber | null {
  if (NO_NUMBER.test(typed)) return null;
  const number = parsePhoneNumberFromString(typed.trim().replace(/^＋/, '+'), {
    defaultCountry: country,
    extract: false,
  });
  if (!number || number.ext || !number.isPossible()) return null;
  return number.countryCallingCode === '1' && NO_AREA_CODE.test(number.nationalNumber) ? null : number;
}

/** True for the ISO 3166 code of a country that has phone numbers. */
export function isCountryCode(code: string): boolean {
  return isSupportedCountry(code);
}

/** The country of a number in E.164; null if several countries may have it, or none. */
export function getCountry(number: string): string | null {
  return parse(number)?.country ?? null;
}

const EXPENSIVE_TYPES: readonly string[] = ['PREMIUM_RATE', 'SHARED_COST'];
/** Premium-rate numbers, even if no number of that length is known. */
const EXPENSIVE_PREFIX = /^\+(1900|979)/;

/** Why SMS are not sent to a number. `countries`: the ISO 3166 codes of the countries that SMS were sent to. */
export type NumberRestriction =
  | { code: 'premium-rate-number' }
  | { code: 'country-not-served'; countries: readonly string[] };

/** Why SMS are not sent to a number in E.164: its cost or its country. Null if they are sent. */
export function numberRestriction(number: string, countries: SmsCountries): NumberRestriction | null {
  if (EXPENSIVE_PREFIX.test(number) || EXPENSIVE_TYPES.includes(typeOf(number))) {
    return { code: 'premium-rate-number' };
  }
  if (countries === null) return null;
  const known = parse(number);
  if (known && isAmong(known, countries)) return null;
  return { code: 'country-not-served', countries };
}

/** A number that is not known to be in use may belong to any country that shares its code. */
function isAmong(number: PhoneNumber, countries: readonly string[]): boolean {
  const possible = number.country ? [number.country] : number.getPossibleCountries();
  return possible.some((country) => countries.includes(country));
}

import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { AddressProblem } from './skip-reasons.ts';

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
export function getCountry(number: string): string | null {
  return parse(number)?.country ?? null;
}

const EXPENSIVE_TYPES: readonly unknown[] = ['PREMIUM_RATE', 'SHARED_COST'];
/** Premium-rate numbers, even if no number of that length is known. */
const EXPENSIVE_PREFIX = /^\+(1900|979)/;

/** Why SMS are not sent to a number in E.164: its cost or its country. Null if they are sent. */
export function numberRestriction(number: string, countries: SmsCountries): AddressProblem | null {
  const parsed = parse(number);
  if (EXPENSIVE_PREFIX.test(number) || EXPENSIVE_TYPES.includes(parsed?.getType())) {
    return { code: 'premium-rate-number' };
  }
  if (countries === null || (parsed && isAmong(parsed, countries))) return null;
  return { code: 'country-not-served', countries };
}

/** A number that is not known to be in use may belong to any country that shares its code. */
function isAmong(number: PhoneNumber, countries: readonly string[]): boolean {
  const possible = number.country ? [number.country] : number.getPossibleCountries();
  return possible.some((country) => countries.includes(country));
}

import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';

/** The country of numbers that are written without their country's code. */
export const DEFAULT_COUNTRY: CountryCode = 'US';

/**
 * A telephone number as SMS need it, in E.164 (`+12025550143`); null for what cannot be one: letters, extensions,
 * several numbers, a length that its country does not have. A number that is possible but not known to be in use
 * passes: numbering plans change, and an alarm must not wait for our tables. Without a + it is one of `country`.
 */
export function toE164(typed: string, country: CountryCode = DEFAULT_COUNTRY): string | null {
  const number = parsePhoneNumberFromString(typed.trim(), { defaultCountry: country, extract: false });
  return number && !number.ext && number.isPossible() ? number.number : null;
}

import type { homeCountry, toE164, toReadable } from '@callpoint/alerts/sms/phone-numbers';
import { isPhoneNumber, splitList } from '@callpoint/contract/split-list';

interface Plans {
  toE164: typeof toE164;
  toReadable: typeof toReadable;
  /** Of numbers without a country code. */
  country: ReturnType<typeof homeCountry>;
  isCountryKnown: boolean;
}

interface NewNumbers {
  /** The numbers that will be dialed, with their country. */
  dialed: string[];
  /** As they were typed. */
  wrong: string[];
  /** A number has no country code, and its country is not known here. */
  hasOtherCountry: boolean;
}

export function hasCountry(typed: string): boolean {
  return typed.trim().startsWith('+');
}

/** Checks the numbers of a list that are not saved yet: a note next to a typed number must not name another one. */
export function checkNewNumbers(typed: string, saved: string, plans: Plans): NewNumbers {
  const known = new Set(splitList(saved));
  const added = splitList(typed).filter((number) => isPhoneNumber(number) && !known.has(number));
  const checked = added.filter((number) => plans.isCountryKnown || hasCountry(number));
  return {
    dialed: checked.flatMap((number) => plans.toReadable(number, plans.country) ?? []),
    wrong: checked.filter((number) => plans.toE164(number, plans.country) === null),
    hasOtherCountry: checked.length < added.length,
  };
}

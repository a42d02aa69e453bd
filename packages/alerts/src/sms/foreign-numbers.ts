import { SETTINGS, type SettingKind } from '@callpoint/contract/setting-kinds';
import { contacts } from '@callpoint/contract/setting-values';
import { CHANNEL, consultancyChannel } from '@callpoint/contract/channels/channels';
import { splitList } from '@callpoint/contract/split-list';
import type { CountryCode } from 'libphonenumber-js/max';
import { agreedNumbers, policyNumbers } from '../escalation/normalize-policy.ts';
import { toE164, toReadable } from './phone-numbers.ts';

/** Digits without a country code that are rejected: no number of the country has them, but SMS would go to another one. */

const NAMES = new Intl.DisplayNames(['en-US'], { type: 'region' });
const WITH_ARTICLE =
  /^(Bahamas|Comoros|Gambia|Isle of Man|Maldives|Netherlands|Philippines|Seychelles|United) ?|(Islands|Republic|Territory|Territories)$/;

/** The reason as the rest of a sentence about the typed number; null for a number that is not rejected. */
function foreignNumberProblem(typed: string, country: CountryCode): string | null {
  if (toE164(typed, country) !== null) return null;
  const other = toReadable(typed);
  if (other === null) return null;
  const name = NAMES.of(country) ?? country;
  const where = WITH_ARTICLE.test(name) ? `the ${name}` : name;
  return `is not a phone number in ${where}. Start a number of another country with + and its country code, like ${other}.`;
}

/** The same for a person's or an account's number, as a sentence. A stored number that is sent unchanged is kept. */
export function foreignPhoneProblem(
  typed: string | undefined,
  stored: string | null,
  country: CountryCode,
): string | null {
  if (typed === undefined || typed === stored) return null;
  const problem = foreignNumberProblem(typed, country);
  return problem === null ? null : `Phone ${problem}`;
}

/** The same for each number of a setting, except the stored ones. */
export function foreignSettingProblems(
  key: string,
  value: string,
  stored: string,
  country: CountryCode,
): string[] {
  const kind = SETTINGS.get(key)?.type;
  const numbersOf = kind === undefined ? undefined : NUMBERS[kind];
  return numbersOf ? problemsOf(numbersOf(value), numbersOf(stored), country) : [];
}

/** The same for each number of a value of the configuration. */
export function foreignConfigProblems(
  key: string,
  value: string,
  stored: string,
  country: CountryCode,
): string[] {
  const channel = consultancyChannel(key);
  if (channel !== null && CHANNEL[channel].addressKind === 'phone')
    return problemsOf(splitList(value), splitList(stored), country);
  return key === 'contact_person' ? problemsOf(contactNumbers(value), contactNumbers(stored), country) : [];
}

/** The numbers in a setting, by its kind. */
const NUMBERS: Partial<Record<SettingKind['type'], (value: string) => string[]>> = {
  phone_list: splitList,
  contacts: contactNumbers,
  policy: policyNumbers,
  voice_rules: agreedNumbers,
};

function problemsOf(numbers: readonly string[], stored: readonly string[], country: CountryCode): string[] {
  return numbers
    .filter((number) => !stored.includes(number))
    .flatMap((number) => {
      const problem = foreignNumberProblem(number, country);
      return problem === null ? [] : [`“${number}” ${problem}`];
    });
}

/** The numbers of a valid list: another problem of it is reported first. */
function contactNumbers(value: string): string[] {
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    return [];
  }
  return contacts.safeParse(list).data?.map(({ phone }) => phone) ?? [];
}

import { allowedVariables } from '@callpoint/contract/catalog';
import { SETTINGS } from '@callpoint/contract/setting-kinds';
import { settingValue, settingSentence } from '@callpoint/contract/setting-values';
import { unreachablePeople } from '../escalation/normalize-policy.ts';
import type { SmsCountries } from '../sms/phone-numbers.ts';
import { unreachableNumbers } from '../plan/recipients.ts';
import { templateProblems } from '../templates/variables.ts';

/**
 * All problems of a value for the setting `key`, as sentences: its own rules, the variables of a template, and
 * numbers that would get no SMS. Saving, previews and test messages accept the same values.
 */
export function settingProblems(key: string, value: string, smsCountries: SmsCountries): string[] {
  const kind = SETTINGS.get(key);
  if (!kind) return ['This setting is no longer used.'];
  const messages = (settingValue(kind).safeParse(value).error?.issues ?? []).map(({ message }) => message);
  if (kind.type === 'template') {
    messages.push(...templateProblems(value, allowedVariables(kind.item, kind.target), kind.channel));
  }
  if (kind.type === 'policy') messages.push(...unreachablePeople(value, smsCountries));
  if (kind.type === 'phone_list') messages.push(...unreachableNumbers(kind.channel, value, smsCountries));
  return [...new Set(messages.map(settingSentence))];
}

import type { SmsCountries } from '@callpoint/alerts/phone-numbers';
import { unreachableNumbers } from '@callpoint/alerts/recipients';
import { templateProblems } from '@callpoint/alerts/variables';
import { allowedVariables } from '@callpoint/contract/catalogue';
import type { FieldProblem } from '@callpoint/contract/errors';
import { SETTINGS, settingValue, valueSentence } from '@callpoint/contract/settings';

const FIELD = 'data.setting_value';

/** All that is wrong with a value for `key`: its own rules, the variables of a template, and numbers that would get no SMS. */
export function settingProblems(key: string, value: string, smsCountries: SmsCountries): FieldProblem[] {
  const kind = SETTINGS.get(key);
  if (!kind) return [{ msg: 'This setting is not used any more.', field: FIELD }];
  const messages = (settingValue(kind).safeParse(value).error?.issues ?? []).map(({ message }) => message);
  if (kind.type === 'template') {
    messages.push(...templateProblems(value, allowedVariables(kind.item, kind.place), kind.place));
  }
  if (kind.type === 'phone_list') messages.push(...unreachableNumbers(value, smsCountries));
  const sentences = new Set(messages.map(valueSentence));
  return [...sentences].map((msg) => ({ msg, field: FIELD }));
}

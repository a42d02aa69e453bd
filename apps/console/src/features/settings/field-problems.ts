import { templateProblems } from '@callpoint/alerts/variables';
import { allowedVariables } from '@callpoint/contract/catalogue';
import { settingValue } from '@callpoint/contract/settings';
import { problemsWith, sentence } from '../../form/fields/validate.ts';
import type { FieldSpec } from './field-specs.ts';

/** All problems of a field's value, as sentences: what the server would return, known before the call. */
export function fieldProblems({ kind, fullLabel }: FieldSpec, value: string): string[] {
  if (value.trim() === '') return [sentence(fullLabel, 'is required')];
  const own = problemsWith(settingValue(kind), value, fullLabel);
  if (kind.type !== 'template') return own;
  return [...own, ...templateProblems(value, allowedVariables(kind.item, kind.target), kind.channel)];
}

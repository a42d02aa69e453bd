import { templateProblems } from '@callpoint/alerts/templates/variables';
import { allowedVariables } from '@callpoint/contract/catalog';
import { settingValue } from '@callpoint/contract/setting-values';
import { schemaProblems, fieldSentence } from '../../../form/fields/validate.ts';
import type { FieldSpec } from './field-specs.ts';

/** All problems of a field's value, as sentences: what the server would return, known before the call. */
export function fieldProblems({ kind, fullLabel }: FieldSpec, value: string): string[] {
  if (value.trim() === '') return [fieldSentence(fullLabel, 'is required')];
  const own = schemaProblems(settingValue(kind), value, fullLabel);
  if (kind.type !== 'template') return own;
  return [...own, ...templateProblems(value, allowedVariables(kind.item, kind.target), kind.channel)];
}

import {
  configProblems,
  maskedSecret,
  MASKED_CONFIG_KEYS,
  type Config,
  type ConfigKey,
} from '@callpoint/contract/configuration';
import { TEXTS } from '@callpoint/contract/texts';
import { useState } from 'react';
import { alerts } from '../../states/alerts.ts';
import { useFieldEdits } from '../../form/edits/use-field-edits.ts';
import type { SaveFailure } from '../../form/record/save-failure.tsx';
import { CallError, getErrorMessages } from '../../net/call-error.ts';
import { fieldTexts } from '../../texts/fields.ts';
import { useSaveConfig } from './configuration.api.ts';
import { problemsWhileTyping } from './key-check.ts';

export type ConfigEditor = ReturnType<typeof useConfigEditor>;

export function isMasked(key: string): boolean {
  return MASKED_CONFIG_KEYS.includes(key);
}

/** The edits on the configuration screen; each value is saved separately. A secret is replaced, never edited. */
export function useConfigEditor(rows: readonly Config[]) {
  const shown = rows.map((row): [string, string] => [
    row.config_key,
    isMasked(row.config_key) ? '' : row.config_value,
  ]);
  const edits = useFieldEdits('configuration', Object.fromEntries(shown));
  const saveConfig = useSaveConfig();
  /** Why the last save of a value failed, by key. */
  const [failures, setFailures] = useState<Readonly<Record<string, SaveFailure | null>>>({});

  function type(key: string, value: string): void {
    edits.type(key, value);
    const found = problemsWhileTyping(key as ConfigKey, value);
    if (found.length > 0) edits.setProblems([key], { [key]: found });
  }

  /** Shows what is wrong with a value, part by part; true if it is valid. */
  function check(key: string): boolean {
    const found = configProblems(key as ConfigKey, edits.valueOf(key).trim());
    edits.setProblems([key], found.length > 0 ? { [key]: found } : {});
    return found.length === 0;
  }

  /** Saves one value; false if something must be fixed. */
  async function save(row: Config): Promise<boolean> {
    const key = row.config_key;
    if (!check(key)) return false;
    return await store(row, edits.valueOf(key));
  }

  /** Saves an earlier value again, over the value that is shown. */
  async function restore(row: Config, value: string): Promise<'saved' | 'changed'> {
    const result = await saveConfig(row, { known: row.config_value, value, shownOf: (text) => text });
    if ('theirs' in result) return 'changed';
    edits.reset([row.config_key]);
    alerts.success(TEXTS.updated);
    return 'saved';
  }

  async function store(row: Config, typed: string): Promise<boolean> {
    const key = row.config_key;
    const value = typed.trim();
    const secret = isMasked(key);
    setFailures((now) => ({ ...now, [key]: null }));
    try {
      const change = {
        known: secret ? row.config_value : edits.knownOf(key),
        sent: edits.sentOf(key),
        value,
        shownOf: (text: string) => (secret ? maskedSecret(text) : text),
      };
      const result = await edits.send({ [key]: value }, () => saveConfig(row, change));
      if ('theirs' in result) {
        const message = fieldTexts.changed(result.theirs.updated_at);
        edits.acknowledge({ [key]: secret ? '' : result.theirs.config_value });
        edits.setProblems([key], { [key]: [message] });
        return false;
      }
      edits.setSaved({ [key]: typed }, { [key]: secret ? '' : value });
      alerts.success(TEXTS.updated);
      return true;
    } catch (error) {
      const isAboutField = error instanceof CallError && error.problems.some(({ field }) => field);
      if (isAboutField) edits.setProblems([key], { [key]: getErrorMessages(error) });
      else setFailures((now) => ({ ...now, [key]: { error } }));
      return !isAboutField;
    }
  }

  const { changed, valueOf, problemsOf, isAcknowledged, reset } = edits;
  const remove = (row: Config) => store(row, '');
  const failureOf = (key: string) => failures[key] ?? null;
  return {
    failureOf,
    changed,
    valueOf,
    problemsOf,
    isAcknowledged,
    reset,
    type,
    check,
    save,
    remove,
    restore,
  };
}

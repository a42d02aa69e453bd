import type { Setting } from '@callpoint/contract/settings';
import { settingsSummary } from '@callpoint/contract/settings-summary';
import { TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../states/alerts.ts';
import { useFieldEdits } from '../../form/edits/use-field-edits.ts';
import { CallError } from '../../net/call-error.ts';
import { fieldTexts } from '../../texts/fields.ts';
import { fieldProblems } from './fields/field-problems.ts';
import type { FieldSpec } from './fields/field-specs.ts';
import { saveEach } from './save-each.ts';
import { saveSetting, useNewestRows, useStoreRows, type SettingRows } from './settings.api.ts';

interface SaveResult {
  saved: boolean;
  /** How many values were saved and how many not, if the server accepted only some. */
  outcome: string | null;
  /** The keys of the fields to fix. */
  toCorrect: readonly string[];
}

export type SettingsEditor = ReturnType<typeof useSettingsEditor>;

/**
 * The edits of a settings screen, and how they are saved.
 * @param name the screen's name, e.g. `settings button 5`
 * @param keys all keys of the screen, as they were read
 */
export function useSettingsEditor(name: string, keys: readonly string[], rows: SettingRows) {
  const edits = useFieldEdits(
    name,
    Object.fromEntries(keys.map((key) => [key, rows[key]?.setting_value ?? ''])),
  );
  const storeRows = useStoreRows(keys);
  const newestRows = useNewestRows(keys);
  const newestRow = (key: string) => rowOf(newestRows() ?? rows, key);

  /** Checks the fields; returns the keys of those to fix, in their order. */
  function check(fields: readonly FieldSpec[]): string[] {
    const found = fields.flatMap((field): [string, string[]][] => {
      const problems = fieldProblems(field, edits.valueOf(field.key));
      return problems.length > 0 ? [[field.key, problems]] : [];
    });
    edits.setProblems(
      fields.map(({ key }) => key),
      Object.fromEntries(found),
    );
    return found.map(([key]) => key);
  }

  /** Saves the changed values among `fields`, unless one of them is wrong. Throws a CallError if the server does not respond. */
  async function save(fields: readonly FieldSpec[]): Promise<SaveResult> {
    const wrong = check(fields);
    if (wrong.length > 0) return { saved: false, outcome: null, toCorrect: wrong };
    const changed = fields.map(({ key }) => key).filter((key) => edits.changed.includes(key));
    const changes = Object.fromEntries(changed.map((key) => [key, edits.valueOf(key)]));
    const outcome = await saveEach(changes, (key, value) => {
      const change = { known: edits.knownOf(key), sent: edits.sentOf(key), value };
      return edits.send({ [key]: value }, () => saveSetting(newestRow(key), change));
    });
    const rejected = {
      ...outcome.rejected,
      ...mapValues(outcome.theirs, ({ updated_at }) => [fieldTexts.changed(updated_at)]),
    };
    const failed = Object.keys(changes).filter((key) => rejected[key]);
    storeRows({ ...outcome.saved, ...outcome.theirs });
    edits.setSaved(valuesOf(outcome.saved));
    edits.acknowledge(valuesOf(outcome.theirs));
    if (outcome.unreachable) throw new CallError('unreachable', 0, []);
    edits.setProblems(failed, rejected);
    const summary = settingsSummary(Object.keys(outcome.saved).length, failed.length);
    if (failed.length > 0) return { saved: false, outcome: summary, toCorrect: failed };
    alerts.success(summary);
    return { saved: true, outcome: null, toCorrect: [] };
  }

  /** Saves an earlier value of one setting again, over the value that is shown. */
  async function restore(key: string, value: string): Promise<'saved' | 'changed'> {
    const known = rowOf(rows, key).setting_value;
    const result = await saveSetting(newestRow(key), { known, value });
    if ('theirs' in result) {
      storeRows({ [key]: result.theirs });
      return 'changed';
    }
    storeRows({ [key]: result.saved });
    edits.reset([key]);
    alerts.success(TEXTS.updated);
    return 'saved';
  }

  /** What someone else saved while this person was typing, after the person acknowledged it. */
  function theirsOf(key: string): Setting | null {
    return edits.isAcknowledged(key) ? (rows[key] ?? null) : null;
  }

  /** False for a setting that the server does not have: there is no row to save over. */
  const canEdit = (key: string) => rows[key] !== undefined;

  const { changed, valueOf, problemsOf, type, reset } = edits;
  /** The unsaved values, by key. */
  const unsaved = Object.fromEntries(changed.map((key) => [key, valueOf(key)]));
  return {
    rows,
    changed,
    unsaved,
    valueOf,
    problemsOf,
    theirsOf,
    canEdit,
    type,
    reset,
    check,
    save,
    restore,
  };
}

function rowOf(rows: SettingRows, key: string): Setting {
  const row = rows[key];
  if (!row) throw new Error('a field without a row was saved');
  return row;
}

function valuesOf(rows: SettingRows): Record<string, string> {
  return mapValues(rows, ({ setting_value }) => setting_value);
}

function mapValues<Value>(rows: SettingRows, of: (row: Setting) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, of(row)]));
}

import { useState } from 'react';
import type { Setting } from '@callpoint/contract/settings';
import { settingsSummary, TEXTS } from '@callpoint/contract/texts';
import { alerts } from '../../feedback/alerts.ts';
import {
  changedKeys,
  NO_EDITS,
  withoutEdits,
  withProblems,
  withTyped,
  type Edits,
} from '../../form/field-edits.ts';
import { useDraft } from '../../lib/drafts.ts';
import { fieldProblems } from './field-problems.ts';
import type { FieldSpec } from './field-specs.ts';
import { saveEach } from './save-each.ts';
import { updateSetting, useKeepSaved, type SettingRows } from './settings.api.ts';

export type SettingsEditor = ReturnType<typeof useSettingsEditor>;

/**
 * What is typed on a settings screen, and how it is saved.
 * @param name names the screen, e.g. `settings button 5`
 * @param keys all keys of the screen, as they were read
 */
export function useSettingsEditor(name: string, keys: readonly string[], rows: SettingRows) {
  const draft: Edits | undefined = useDraft(name, (): Edits | undefined =>
    changed.length > 0 ? edits : undefined,
  );
  const [edits, setEdits] = useState<Edits>(draft ?? NO_EDITS);
  const keepSaved = useKeepSaved(keys);
  const saved = Object.fromEntries(Object.values(rows).map((row) => [row.setting_key, row.setting_value]));
  const changed = changedKeys(keys, saved, edits);
  const valueOf = (key: string) => edits.typed[key] ?? saved[key] ?? '';

  /** Looks at the fields; gives the keys of those that are to be mended, in their order. */
  function check(fields: readonly FieldSpec[]): string[] {
    const found = fields.flatMap((field): [string, string[]][] => {
      const problems = fieldProblems(field, valueOf(field.key));
      return problems.length > 0 ? [[field.key, problems]] : [];
    });
    const looked = fields.map(({ key }) => key);
    setEdits((now) => withProblems(now, looked, Object.fromEntries(found)));
    return found.map(([key]) => key);
  }

  return {
    changed,
    valueOf,
    problemsOf: (key: string) => edits.problems[key] ?? [],
    type: (key: string, value: string) => setEdits((now) => withTyped(now, key, value)),
    reset: (of: readonly string[]) => setEdits((now) => withoutEdits(now, of)),
    check,

    /** Saves what was changed among `fields`; gives the keys that were not saved. */
    async save(fields: readonly FieldSpec[]): Promise<string[]> {
      const wrong = check(fields);
      if (wrong.length > 0) return wrong;
      const of = changedKeys(
        fields.map(({ key }) => key),
        saved,
        edits,
      );
      const changes = Object.fromEntries(of.map((key) => [key, valueOf(key)]));
      const outcome = await saveEach(changes, (key, value) => updateSetting(idOf(rows[key]), value));
      const done = Object.keys(outcome.saved);
      const failed = Object.keys(outcome.refused);
      keepSaved(outcome.saved);
      setEdits((now) => withSaved(now, outcome.saved));
      if (outcome.unreachable) {
        alerts.error(TEXTS.failedAction);
        return failed;
      }
      setEdits((now) => withProblems(now, failed, outcome.refused));
      const summary = settingsSummary(done.length, failed.length);
      if (failed.length === 0) alerts.success(summary);
      else alerts.error(summary);
      return failed;
    },
  };
}

/** What was typed on while the call was under way is still unsaved. */
function withSaved(edits: Edits, saved: Readonly<Record<string, string>>): Edits {
  return withoutEdits(
    edits,
    Object.keys(saved).filter((key) => edits.typed[key] === saved[key]),
  );
}

function idOf(row: Setting | undefined): number {
  if (!row) throw new Error('a field without a row was saved');
  return row.id;
}

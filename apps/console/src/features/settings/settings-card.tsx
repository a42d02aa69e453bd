import { Button } from '@mantine/core';
import { useState } from 'react';
import { alerts } from '../../states/alerts.ts';
import { keepFocus } from '../../form/fields/keep-focus.ts';
import { ProblemSummary } from '../../form/record/problem-summary.tsx';
import { SectionCard } from '../../form/record/section-card.tsx';
import { useSubmit } from '../../form/use-submit.ts';
import { getErrorMessages } from '../../net/call-error.ts';
import { dateFormat } from '../../texts/formats.ts';
import { settingsTexts } from '../../texts/settings.ts';
import type { CardSpec, SettingsSlots } from './card-spec.ts';
import { settingKeys, type FieldGroup } from './field-specs.ts';
import { SettingField } from './setting-field.tsx';
import classes from './settings.module.css';
import type { SettingsEditor } from './use-settings-editor.ts';

interface SettingsCardProps extends CardSpec {
  slots: SettingsSlots;
  editor: SettingsEditor;
}

/** Some settings with their own Save and Reset. */
export function SettingsCard({ title, groups, preview, dryRun, slots, editor }: SettingsCardProps) {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const fields = groups.flatMap((group) => group.fields);
  const keys = settingKeys(groups);
  const changes = editor.changed.filter((key) => keys.includes(key)).length;
  const problems = keys.flatMap((key) => editor.problemsOf(key).map((msg) => ({ id: key, msg })));

  const { saving, onSubmit } = useSubmit({ canSave: () => changes > 0, save });

  async function save() {
    try {
      const result = await editor.save(fields);
      setSavedAt(result.saved ? new Date() : null);
      setOutcome(result.outcome);
      return result.toCorrect[0];
    } catch (error) {
      setSavedAt(null);
      alerts.error(getErrorMessages(error));
      return undefined;
    }
  }

  return (
    <SectionCard
      title={title}
      aside={changes > 0 ? settingsTexts.unsaved(changes) : undefined}
      keepOpen={problems.length > 0}
    >
      <form noValidate onSubmit={onSubmit} className={classes['form']} aria-label={title}>
        <ProblemSummary problems={problems} outcome={outcome} />
        <div className={classes['parts']} data-preview={preview !== undefined}>
          <div className={classes['groups']}>
            {groups.map((group) => (
              <Group key={group.heading} group={group} Preview={slots.Preview} editor={editor} />
            ))}
          </div>
          {preview && <slots.Preview preview={preview} valueOf={editor.valueOf} />}
        </div>
        <div className={classes['buttons']}>
          <Button type="submit" loading={saving} disabled={changes === 0} onMouseDown={keepFocus}>
            {settingsTexts.save(changes)}
          </Button>
          <Button
            variant="default"
            onMouseDown={keepFocus}
            disabled={saving || (changes === 0 && problems.length === 0)}
            onClick={() => editor.reset(keys)}
          >
            {settingsTexts.reset}
          </Button>
          {changes === 0 && savedAt && (
            <span className={classes['note']}>{settingsTexts.savedAt(clock().format(savedAt))}</span>
          )}
        </div>
      </form>
      {dryRun && <slots.DryRun {...dryRun} settings={editor.unsaved} />}
    </SectionCard>
  );
}

interface GroupProps {
  group: FieldGroup;
  Preview: SettingsSlots['Preview'];
  editor: SettingsEditor;
}

/** Fields that belong together, and next to them a preview of what they produce. */
function Group({ group, Preview, editor }: GroupProps) {
  const { heading, fields, inRow, preview } = group;
  return (
    <fieldset className={classes['group']}>
      {heading && <legend className={classes['legend']}>{heading}</legend>}
      <div className={classes['parts']} data-preview={preview !== undefined}>
        <div className={classes['members']} data-row={inRow}>
          {fields.map((spec) => (
            <SettingField key={spec.key} spec={spec} editor={editor} />
          ))}
        </div>
        {preview && <Preview preview={preview} valueOf={editor.valueOf} />}
      </div>
    </fieldset>
  );
}

const clock = dateFormat({ timeStyle: 'medium' });

import { Button } from '@mantine/core';
import { escalationKey, VOICE_RULES } from '@callpoint/contract/escalation-terms';
import type { Item } from '@callpoint/contract/catalog';
import { notificationKeys } from '@callpoint/contract/setting-kinds';
import { IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { HistoryButton } from '../../../form/history/history-button.tsx';
import type { HistoryField } from '../../../form/history/history-of.ts';
import { useReveal } from '../../../form/fields/use-reveal.ts';
import { keepFocus } from '../../../form/fields/keep-focus.ts';
import { ProblemSummary } from '../../../form/record/problem-summary.tsx';
import { SaveButton } from '../../../form/record/save-button.tsx';
import { SaveFailureNote, type SaveFailure } from '../../../form/record/save-failure.tsx';
import { SectionCard } from '../../../form/record/section-card.tsx';
import { useSubmit } from '../../../form/use-submit.ts';
import { conflictHeading } from '../../../texts/fields.ts';
import { dateFormat } from '../../../texts/formats.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { CardGroups } from './card-groups.tsx';
import { CardSummary } from './card-summary.tsx';
import type { CardSpec, SettingsSlots } from './card-spec.ts';
import { settingKeys, type FieldSpec } from '../fields/field-specs.ts';
import { choicesOf } from '../../../texts/setting-labels.ts';
import type { KnownRecipients } from '../sections/known-recipients.ts';
import { cardToggleId } from '../sections/section-ids.ts';
import classes from '../settings.module.css';
import type { SettingsEditor } from '../use-settings-editor.ts';

interface SettingsCardProps extends CardSpec {
  /** Its position on the screen, from 0. */
  index: number;
  /** The name under which the browser remembers whether it is collapsed. */
  remember: string;
  slots: SettingsSlots;
  editor: SettingsEditor;
  known: KnownRecipients;
}

/** Some settings with their own Save and Reset. */
export function SettingsCard({
  title,
  groups,
  preview,
  dryRun,
  timelineOf,
  index,
  remember,
  slots,
  editor,
  known,
}: SettingsCardProps) {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  /** The keys that the last attempt to save rejected. A field that is only checked shows its problem itself. */
  const [rejected, setRejected] = useState<readonly string[]>([]);
  // While a press is simulated, its result is what counts.
  const [isFolded, setFolded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useReveal(form, () => setFolded(false));
  const fields = groups.flatMap((group) => group.fields);
  const keys = settingKeys(groups);
  const changes = editor.changed.filter((key) => keys.includes(key)).length;
  const problemsOf = (wanted: readonly string[]) =>
    wanted.flatMap((key) => editor.problemsOf(key).map((msg) => ({ id: placeOf(key, msg), msg })));
  const problems = problemsOf(keys);
  const listed = problemsOf(rejected);

  const fold = (isSimulating: boolean) =>
    setFolded(isSimulating && problems.length === 0 && failure === null);
  const { saving, onSubmit } = useSubmit({ canSave: () => changes > 0, save });

  async function save() {
    try {
      const result = await editor.save(fields);
      setSavedAt(result.saved ? currentTime() : null);
      setOutcome(result.outcome);
      setRejected(result.toCorrect);
      setFailure(null);
      return result.toCorrect[0];
    } catch (error) {
      setSavedAt(null);
      setFailure({ error });
      return undefined;
    }
  }

  return (
    <SectionCard
      title={title}
      summary={<CardSummary groups={groups} {...(dryRun ? { dryRun } : {})} editor={editor} known={known} />}
      aside={changes > 0 ? settingsTexts.unsaved(changes) : undefined}
      keepOpen={problems.length > 0 || failure !== null}
      remember={remember}
      toggleId={cardToggleId(index)}
    >
      {isFolded && (
        <Button
          variant="default"
          leftSection={<IconChevronRight aria-hidden size={18} />}
          aria-expanded={false}
          onClick={() => {
            flushSync(() => setFolded(false));
            form.current
              ?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], input, select')
              ?.focus();
          }}
        >
          {settingsTexts.showFields}
        </Button>
      )}
      <form
        ref={form}
        hidden={isFolded}
        noValidate
        onSubmit={onSubmit}
        className={classes['form']}
        aria-label={title}
      >
        <ProblemSummary problems={listed} outcome={outcome} heading={conflictHeading(listed)} />
        <div className={classes['parts']} data-preview={preview !== undefined}>
          <div className={classes['groups']}>
            <CardGroups
              title={title}
              groups={groups}
              {...(dryRun ? { dryRun } : {})}
              Preview={slots.Preview}
              editor={editor}
              known={known}
            />
          </div>
          {preview && <slots.Preview preview={preview} valueOf={editor.valueOf} />}
        </div>
        <SaveFailureNote failure={changes > 0 ? failure : null} />
        <div className={classes['buttons']}>
          <SaveButton variant={changes === 0 ? 'default' : 'filled'} canSave={changes > 0} saving={saving}>
            {settingsTexts.save(changes)}
          </SaveButton>
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
          <span className={classes['history']}>
            <HistoryButton
              title={title}
              base="/tapi/v1"
              subject="settings"
              fields={fields.flatMap((spec) => historyField(spec, editor))}
              onRestore={(field, value) => editor.restore(keyOfRow(editor, field), value)}
            />
          </span>
        </div>
      </form>
      {dryRun && (
        <slots.DryRun
          {...dryRun}
          settings={notificationSettings(dryRun.item, editor.unsaved)}
          onToggle={fold}
        />
      )}
      {timelineOf !== undefined && (
        <slots.Timeline
          buttonId={timelineOf}
          policy={editor.valueOf(escalationKey(timelineOf))}
          voiceRules={editor.valueOf(VOICE_RULES)}
          onToggle={fold}
        />
      )}
    </SectionCard>
  );
}

/** The element id of what a problem is about: a step of an escalation, or the field. */
function placeOf(key: string, problem: string): string {
  const step = key.startsWith('escalation_') ? /^Step (\d+)/.exec(problem)?.[1] : undefined;
  return step === undefined ? key : `${key}-${step}`;
}

/** The unsaved settings that a dry run of a press reads. */
function notificationSettings(item: Item, unsaved: Readonly<Record<string, string>>): Record<string, string> {
  const keys = notificationKeys(item);
  return Object.fromEntries(Object.entries(unsaved).filter(([key]) => keys.includes(key)));
}

/** A setting as its history shows it; nothing for a setting that the server does not have. */
function historyField({ key, kind, fullLabel }: FieldSpec, { rows }: SettingsEditor): HistoryField[] {
  const row = rows[key];
  if (!row) return [];
  const kinds = {
    email_list: 'list',
    phone_list: 'list',
    template: 'text',
    text: 'text',
    policy: 'policy',
    voice_rules: 'voice_rules',
  } as const;
  const { setting_value: saved } = row;
  const show = (value: string) => choicesOf(key).find((choice) => choice.value === value)?.label ?? value;
  const compared = kinds[kind.type as keyof typeof kinds] ?? 'value';
  return [{ id: row.id, column: 'setting_value', label: fullLabel, kind: compared, saved, show }];
}

function keyOfRow({ rows }: SettingsEditor, { id }: HistoryField): string {
  return Object.values(rows).find((row) => row.id === id)?.setting_key ?? '';
}

function currentTime(): Date {
  return new Date();
}

const clock = dateFormat({ timeStyle: 'medium' });

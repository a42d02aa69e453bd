import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { CHANNEL, consultancyChannel } from '@callpoint/contract/channels/channels';
import {
  configProblems,
  LONG_CONFIG_KEYS,
  type Config,
  type ConfigKey,
} from '@callpoint/contract/configuration';
import { confirm } from '../../overlay/confirm.ts';
import { focusField } from '../../form/fields/focus-field.ts';
import { FormCell, FormRow } from '../../form/record/form-table.tsx';
import { HistoryButton } from '../../form/history/history-button.tsx';
import type { ValueKind } from '../../form/history/value-difference.ts';
import { SaveButton } from '../../form/record/save-button.tsx';
import { PhoneListNote } from '../../form/fields/phone-notes.ts';
import { RecipientsField } from '../../form/fields/recipients-field.tsx';
import { SaveFailureNote } from '../../form/record/save-failure.tsx';
import { TextField } from '../../form/fields/text-field.tsx';
import { FieldConflictNote } from '../../form/edits/field-conflict-note.tsx';
import { useFormRow } from '../../form/edits/use-form-row.ts';
import { configurationTexts as texts } from '../../texts/configuration.ts';
import classes from './configuration.module.css';
import { KeysTest } from './keys-test.tsx';
import { isMasked, type ConfigEditor } from './use-config-editor.ts';

export type VisibleConfigKey = Exclude<ConfigKey, 'contact_person'>;

interface ConfigRowProps {
  config: Config;
  editor: ConfigEditor;
}

/** One value of the platform, with its own Save. */
export function ConfigRow({ config, editor }: ConfigRowProps) {
  const key = config.config_key as VisibleConfigKey;
  const label = texts.labels[key];
  const isChanged = editor.changed.includes(key);
  const consultants = consultancyChannel(key);
  const numbersOf = consultants !== null && CHANNEL[consultants].addressKind === 'phone' ? consultants : null;
  const save = async () => ((await editor.save(config)) ? undefined : key);
  const row = useFormRow({ canSave: isChanged, save });
  const field = {
    id: key,
    form: row.form,
    optional: true,
    help: (
      <>
        <Help config={config} />
        {numbersOf !== null && isChanged && (
          <PhoneListNote
            channel={numbersOf}
            typed={editor.valueOf(key)}
            saved={config.config_value}
            numbersOf="server"
          />
        )}
      </>
    ),
    value: editor.valueOf(key),
    problems: editor.problemsOf(key),
    onChange: (value: string) => editor.type(key, value),
    onLeave: () => void (isChanged && !editor.isAcknowledged(key) && editor.check(key)),
  };
  return (
    <FormRow
      row={row}
      header={<label htmlFor={key}>{label}</label>}
      fields={1}
      buttons={<Buttons config={config} editor={editor} saving={row.saving} isChanged={isChanged} />}
    >
      <FormCell>
        <div className={classes['value']}>
          {listsRecipients(key) ? (
            <RecipientsField
              {...field}
              name={label}
              inputMode={numbersOf === null ? 'email' : 'tel'}
              markOf={(address) => (configProblems(key, address).length > 0 ? 'invalid' : null)}
            />
          ) : (
            <TextField {...field} long={LONG_CONFIG_KEYS.includes(key)} />
          )}
          <SaveFailureNote failure={editor.failureOf(key)} />
          {key === 'payment_publishable_key' && <KeysTest />}
          {editor.isAcknowledged(key) && (
            <FieldConflictNote
              field={label}
              theirs={config.config_value}
              at={config.updated_at}
              onTake={() => {
                editor.reset([key]);
                focusField(key);
              }}
            />
          )}
        </div>
      </FormCell>
    </FormRow>
  );
}

/** Whether a value is a list of addresses or numbers. */
function listsRecipients(key: ConfigKey): boolean {
  return consultancyChannel(key) !== null || key === 'support_emails';
}

/** How the history compares two values. */
function historyKind(key: ConfigKey): ValueKind {
  if (LONG_CONFIG_KEYS.includes(key)) return 'text';
  return listsRecipients(key) ? 'list' : 'value';
}

interface ButtonsProps extends ConfigRowProps {
  saving: boolean;
  isChanged: boolean;
}

/** A secret is not removed by emptying its field: it has a button for that. */
function Buttons({ config, editor, saving, isChanged }: ButtonsProps) {
  const key = config.config_key as VisibleConfigKey;
  return (
    <>
      <SaveButton canSave={isChanged} saving={saving} name={texts.saveOne(texts.labels[key])}>
        {texts.save}
      </SaveButton>
      {isMasked(key) && config.config_value !== '' && (
        <Button
          variant="default"
          leftSection={<IconTrash aria-hidden size={18} />}
          onClick={() => void remove(config, editor)}
        >
          {texts.remove}
        </Button>
      )}
      <HistoryButton
        title={texts.labels[key]}
        base="/api/v1"
        subject="config"
        fields={[
          {
            id: config.id,
            column: 'config_value',
            label: texts.labels[key],
            kind: historyKind(key),
            saved: config.config_value,
            isSecret: isMasked(key),
          },
        ]}
        onRestore={(_, value) => editor.restore(config, value)}
      />
    </>
  );
}

/** For a secret also whether it is set: its field is always empty. */
function Help({ config }: { config: Config }) {
  const help = texts.help[config.config_key as VisibleConfigKey];
  if (!isMasked(config.config_key)) return help;
  const state = config.config_value === '' ? texts.notSet : texts.isSet(config.config_value);
  return (
    <>
      {state} {config.config_value !== '' && `${texts.newKey}. `}
      {help}
    </>
  );
}

async function remove(config: Config, editor: ConfigEditor): Promise<void> {
  const sure = await confirm({
    title: texts.removeQuestion,
    children: texts.removeDescription,
    verb: texts.removeVerb,
    dangerIcon: <IconTrash aria-hidden size={18} />,
  });
  if (sure) await editor.remove(config);
}

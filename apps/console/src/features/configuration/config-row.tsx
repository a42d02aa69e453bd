import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { CHANNEL, consultancyChannel } from '@callpoint/contract/channels/channels';
import type { Config, ConfigKey } from '@callpoint/contract/configuration';
import { confirm } from '../../overlay/confirm.ts';
import { focusField } from '../../form/fields/focus-field.ts';
import { FormCell, FormRow } from '../../form/record/form-table.tsx';
import { keepFocus } from '../../form/fields/keep-focus.ts';
import { PhoneListNote } from '../../form/fields/phone-note.tsx';
import { TextField } from '../../form/fields/text-field.tsx';
import { FieldConflictNote } from '../../form/edits/field-conflict-note.tsx';
import { useFormRow } from '../../form/edits/use-form-row.ts';
import { configurationTexts as texts } from '../../texts/configuration.ts';
import classes from './configuration.module.css';
import { isSecret, type ConfigEditor } from './use-config-editor.ts';

export type ShownKey = Exclude<ConfigKey, 'contact_person'>;

interface ConfigRowProps {
  config: Config;
  editor: ConfigEditor;
}

/** One value of the platform, with its own Save. */
export function ConfigRow({ config, editor }: ConfigRowProps) {
  const key = config.config_key as ShownKey;
  const label = texts.labels[key];
  const isChanged = editor.changed.includes(key);
  const consultants = consultancyChannel(key);
  const numbersOf = consultants !== null && CHANNEL[consultants].addressKind === 'phone' ? consultants : null;
  const save = async () => ((await editor.save(config)) ? undefined : key);
  const row = useFormRow({ canSave: isChanged, save });
  return (
    <FormRow
      row={row}
      header={<label htmlFor={key}>{label}</label>}
      fields={1}
      buttons={<Buttons config={config} editor={editor} saving={row.saving} isChanged={isChanged} />}
    >
      <FormCell>
        <div className={classes['value']}>
          <TextField
            id={key}
            form={row.form}
            optional
            help={
              <>
                <Help config={config} />
                {numbersOf !== null && isChanged && (
                  <PhoneListNote channel={numbersOf} typed={editor.valueOf(key)} />
                )}
              </>
            }
            value={editor.valueOf(key)}
            problems={editor.problemsOf(key)}
            onChange={(value) => editor.type(key, value)}
            onLeave={() => isChanged && !editor.isAcknowledged(key) && editor.check(key)}
          />
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

interface ButtonsProps extends ConfigRowProps {
  saving: boolean;
  isChanged: boolean;
}

/** A secret is not removed by emptying its field: it has a button for that. */
function Buttons({ config, editor, saving, isChanged }: ButtonsProps) {
  const key = config.config_key as ShownKey;
  return (
    <>
      <Button
        type="submit"
        loading={saving}
        disabled={!isChanged}
        aria-label={texts.saveOne(texts.labels[key])}
        onMouseDown={keepFocus}
      >
        {texts.save}
      </Button>
      {isSecret(key) && config.config_value !== '' && (
        <Button
          variant="default"
          leftSection={<IconTrash aria-hidden size={18} stroke={1.75} />}
          onClick={() => void remove(config, editor)}
        >
          {texts.remove}
        </Button>
      )}
    </>
  );
}

/** For a secret also whether it is set: its field is always empty. */
function Help({ config }: { config: Config }) {
  const help = texts.help[config.config_key as ShownKey];
  if (!isSecret(config.config_key)) return help;
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
    dangerIcon: <IconTrash aria-hidden size={18} stroke={1.75} />,
  });
  if (sure) await editor.remove(config);
}

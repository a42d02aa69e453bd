import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Config, ConfigKey } from '@callpoint/contract/configuration';
import { useState, type SyntheticEvent } from 'react';
import { confirm } from '../../feedback/confirm.ts';
import { focusField } from '../../form/focus-field.ts';
import { keepFocus } from '../../form/keep-focus.ts';
import { PhoneListNote } from '../../form/phone-note.tsx';
import { TextField } from '../../form/text-field.tsx';
import { TheirsNote } from '../../form/theirs-note.tsx';
import { configurationTexts as texts } from '../../lib/texts/configuration.ts';
import classes from './configuration.module.css';
import { isSecret, type ConfigEditor } from './use-config-editor.ts';

export type ShownKey = Exclude<ConfigKey, 'contact_person'>;

interface ConfigRowProps {
  row: Config;
  editor: ConfigEditor;
}

/** One value of the platform, with its own Save. */
export function ConfigRow({ row, editor }: ConfigRowProps) {
  const [saving, setSaving] = useState(false);
  const key = row.config_key as ShownKey;
  const label = texts.labels[key];
  const isChanged = editor.changed.includes(key);

  async function save() {
    setSaving(true);
    const done = await editor.save(row);
    setSaving(false);
    // After the problems are drawn: they move the fields.
    if (!done) requestAnimationFrame(() => focusField(key));
  }

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (!saving && isChanged) void save();
  }

  return (
    <form noValidate className={classes['row']} aria-label={label} onSubmit={onSubmit}>
      <TextField
        id={key}
        label={label}
        optional
        help={
          <>
            <Help row={row} />
            {key === 'user_submission_phones' && isChanged && <PhoneListNote typed={editor.valueOf(key)} />}
          </>
        }
        value={editor.valueOf(key)}
        problems={editor.problemsOf(key)}
        onChange={(value) => editor.type(key, value)}
        onLeave={() => isChanged && !editor.isTold(key) && editor.check(key)}
      />
      <div className={classes['buttons']}>
        <Button
          type="submit"
          loading={saving}
          disabled={!isChanged}
          aria-label={texts.saveOne(label)}
          onMouseDown={keepFocus}
        >
          {texts.save}
        </Button>
        {isSecret(key) && row.config_value !== '' && (
          <Button
            variant="default"
            leftSection={<IconTrash aria-hidden size={18} stroke={1.75} />}
            onClick={() => void remove(row, editor)}
          >
            {texts.remove}
          </Button>
        )}
      </div>
      {editor.isTold(key) && (
        <TheirsNote
          field={label}
          theirs={row.config_value}
          at={row.updated_at}
          onTake={() => {
            editor.reset([key]);
            focusField(key);
          }}
        />
      )}
    </form>
  );
}

/** Of a secret also whether it is set: its field is always empty. */
function Help({ row }: { row: Config }) {
  const help = texts.help[row.config_key as ShownKey];
  if (!isSecret(row.config_key)) return help;
  const state = row.config_value === '' ? texts.notSet : texts.isSet(row.config_value);
  return (
    <>
      {state} {row.config_value !== '' && `${texts.newKey}. `}
      {help}
    </>
  );
}

async function remove(row: Config, editor: ConfigEditor): Promise<void> {
  const sure = await confirm({
    title: texts.removeQuestion,
    children: texts.removeMeans,
    verb: texts.removeVerb,
    dangerIcon: <IconTrash aria-hidden size={18} stroke={1.75} />,
  });
  if (sure) await editor.remove(row);
}

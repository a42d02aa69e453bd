import { Button } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { focusField } from '../../form/focus-field.ts';
import { PhoneNote } from '../../form/phone-note.tsx';
import { TextField } from '../../form/text-field.tsx';
import { TheirsNote } from '../../form/theirs-note.tsx';
import { contactTexts } from '../../lib/texts/safety-contacts.ts';
import classes from './safety-contacts.module.css';
import { partKey, PARTS, type ContactsEditor } from './use-contacts-editor.ts';

const INPUT_MODES = { name: 'text', email: 'email', phone: 'tel' } as const;

/** One safety person; `index` from 0. */
export function ContactRow({ index, editor }: { index: number; editor: ContactsEditor }) {
  const [saving, setSaving] = useState(false);
  const name = contactTexts.person(index + 1);
  const theirs = editor.theirsOf(index);

  async function save() {
    setSaving(true);
    const wrong = await editor.save(index);
    setSaving(false);
    // After the problems are drawn: they move the fields.
    if (wrong !== undefined) requestAnimationFrame(() => focusField(wrong));
  }

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (!saving && editor.isChanged(index)) void save();
  }

  return (
    <form noValidate className={classes['row']} aria-label={name} onSubmit={onSubmit}>
      <h2 className={classes['name']}>{name}</h2>
      {PARTS.map((part) => {
        const key = partKey(index, part);
        return (
          <TextField
            key={key}
            id={key}
            label={contactTexts.parts[part]}
            optional
            inputMode={INPUT_MODES[part]}
            value={editor.valueOf(key)}
            problems={editor.problemsOf(key)}
            onChange={(value) => editor.type(key, value)}
            {...(part === 'phone' && editor.isTyped(key)
              ? { help: <PhoneNote typed={editor.valueOf(key)} /> }
              : {})}
          />
        );
      })}
      <Button type="submit" className={classes['save'] ?? ''} disabled={saving || !editor.isChanged(index)}>
        {saving ? contactTexts.saving : contactTexts.save}
      </Button>
      {theirs && (
        <div className={classes['theirs']}>
          <TheirsNote
            field={name}
            theirs={PARTS.map((part) => theirs.contact[part])
              .filter((text) => text !== '')
              .join(', ')}
            at={theirs.at}
            onTake={() => {
              editor.reset(index);
              focusField(partKey(index, 'name'));
            }}
          />
        </div>
      )}
    </form>
  );
}

import { Button } from '@mantine/core';
import { focusField } from '../../form/fields/focus-field.ts';
import { FormCell, FormRow } from '../../form/record/form-table.tsx';
import { PhoneNote } from '../../form/fields/phone-note.tsx';
import { TextField } from '../../form/fields/text-field.tsx';
import { FieldConflictNote } from '../../form/edits/field-conflict-note.tsx';
import { useFormRow } from '../../form/edits/use-form-row.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';
import classes from './safety-contacts.module.css';
import { contactFieldKey, CONTACT_FIELDS, type ContactsEditor } from './use-contacts-editor.ts';

const INPUT_MODES = { name: 'text', email: 'email', phone: 'tel' } as const;

/** One safety person; `index` from 0. */
export function ContactRow({ index, editor }: { index: number; editor: ContactsEditor }) {
  const name = contactTexts.person(index + 1);
  const canSave = editor.isChanged(index);
  const row = useFormRow({ canSave, save: () => editor.save(index) });
  const theirs = editor.theirsOf(index);
  return (
    <FormRow
      row={row}
      header={name}
      fields={CONTACT_FIELDS.length}
      buttons={
        <Button
          type="submit"
          className={classes['save'] ?? ''}
          disabled={row.saving || !canSave}
          aria-label={row.saving ? undefined : contactTexts.saveOne(name)}
        >
          {row.saving ? contactTexts.saving : contactTexts.save}
        </Button>
      }
      note={
        theirs && (
          <FieldConflictNote
            field={name}
            theirs={CONTACT_FIELDS.map((part) => theirs.contact[part])
              .filter((text) => text !== '')
              .join(', ')}
            at={theirs.at}
            onTake={() => {
              editor.reset(index);
              focusField(contactFieldKey(index, 'name'));
            }}
          />
        )
      }
    >
      {CONTACT_FIELDS.map((part) => {
        const key = contactFieldKey(index, part);
        return (
          <FormCell key={key}>
            <TextField
              id={key}
              form={row.form}
              label={contactTexts.parts[part]}
              fullLabel={contactTexts.partOf(contactTexts.parts[part], name)}
              optional
              inputMode={INPUT_MODES[part]}
              value={editor.valueOf(key)}
              problems={editor.problemsOf(key)}
              onChange={(value) => editor.type(key, value)}
              {...(part === 'phone' && editor.isTyped(key)
                ? { help: <PhoneNote typed={editor.valueOf(key)} /> }
                : {})}
            />
          </FormCell>
        );
      })}
    </FormRow>
  );
}

import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { focusField } from '../../form/fields/focus-field.ts';
import { FormCell, FormRow } from '../../form/record/form-table.tsx';
import { PhoneNote } from '../../form/fields/phone-notes.ts';
import { TextField } from '../../form/fields/text-field.tsx';
import { FieldConflictNote } from '../../form/edits/field-conflict-note.tsx';
import { SaveButton } from '../../form/record/save-button.tsx';
import { SaveFailureNote } from '../../form/record/save-failure.tsx';
import { useFormRow } from '../../form/edits/use-form-row.ts';
import { contactTexts } from '../../texts/safety-contacts.ts';
import classes from './safety-contacts.module.css';
import { orderButtonId, type ContactOrder } from './use-contact-order.ts';
import { contactFieldKey } from './contact-field-key.ts';
import { CONTACT_FIELDS, type ContactsEditor } from './use-contacts-editor.ts';

const INPUT_MODES = { name: 'text', email: 'email', phone: 'tel' } as const;

interface ContactRowProps {
  index: number;
  editor: ContactsEditor;
  order: ContactOrder;
}

/** One safety person; `index` from 0. */
export function ContactRow({ index, editor, order }: ContactRowProps) {
  const name = contactTexts.person(index + 1);
  const canSave = editor.isChanged(index);
  const row = useFormRow({ canSave, save: () => editor.save(index) });
  const theirs = editor.theirsOf(index);
  const unsaved = editor.failureOf(index);
  const failure = unsaved ?? order.failureOf(index);
  return (
    <FormRow
      row={row}
      header={name}
      fields={CONTACT_FIELDS.length}
      buttons={
        <>
          <SaveButton
            className={classes['save']}
            canSave={canSave && !row.saving}
            saving={false}
            name={row.saving ? undefined : contactTexts.saveOne(name)}
          >
            {row.saving ? contactTexts.saving : contactTexts.save}
          </SaveButton>
          <OrderButtons index={index} name={name} order={order} />
        </>
      }
      note={
        failure ? (
          <SaveFailureNote failure={failure} hasInput={unsaved !== null} />
        ) : (
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
                ? { help: <PhoneNote typed={editor.valueOf(key)} numbersOf="subscriber" /> }
                : {})}
            />
          </FormCell>
        );
      })}
    </FormRow>
  );
}

/** Moves or removes the person. The buttons are disabled while other changes are unsaved: they save the entire list. */
function OrderButtons({ index, name, order }: { index: number; name: string; order: ContactOrder }) {
  const buttons = [
    { part: 'up', Icon: IconArrowUp, label: contactTexts.moveUp(name), can: order.canMove(index, -1) },
    { part: 'down', Icon: IconArrowDown, label: contactTexts.moveDown(name), can: order.canMove(index, 1) },
    { part: 'remove', Icon: IconTrash, label: contactTexts.remove(name), can: order.canRemove(index) },
  ] as const;
  return buttons.map(({ part, Icon, label, can }) => (
    <Button
      key={part}
      id={orderButtonId(index, part)}
      variant="default"
      className={classes['order'] ?? ''}
      disabled={!can}
      aria-label={label}
      title={label}
      onClick={() => void order[part](index)}
    >
      <Icon aria-hidden size={18} />
    </Button>
  ));
}

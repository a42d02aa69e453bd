import { useState } from 'react';
import type { z } from 'zod';
import { saveOptimistically } from '../../net/optimistic-save.ts';
import { conflictTexts } from '../../texts/conflicts.ts';
import { focusField } from '../fields/focus-field.ts';
import { schemaErrors } from '../fields/validate.ts';
import { useFormDraft } from '../edits/use-form-draft.ts';
import { mergeRecord } from './merge-record.ts';
import { fieldId, useForm, type FormOptions } from '../use-form.ts';

interface EditRecord<Row, Values, Data> extends Pick<FormOptions<Values>, 'labels' | 'failed'> {
  /** The name of the form and its record, e.g. `app-user 7`: unsaved values are stored while the person logs in again. */
  name: string;
  /** The values that may be stored: without passwords. */
  keep?: (values: Values) => Values;
  /** The row that was last read. */
  row: Row;
  valuesOf: (row: Row) => Values;
  /** The values of the fields, as the call expects them. */
  convert: (values: Values) => Data;
  /** Schema of the values that `convert` returns. */
  schema: z.ZodType;
  /** The fields that a row, the values and the call have in common. */
  fields: readonly (keyof Row & keyof Values & keyof Data & string)[];
  /** The fields that the server stores in another notation, such as phone numbers: after a change they are read back. */
  normalized?: readonly (keyof Row & keyof Data & string)[];
  /** Saves over this version of the row. Throws a CallError if it is not the newest. */
  update: (row: Row, data: Data) => Promise<{ updated_at: string }>;
  readAgain: () => Promise<Row>;
  /** Called after a save; the values of the form are then those of the row. */
  saved: (row: Row) => Promise<void> | void;
}

type Conflict = { at: string; theirs: { field: string; value: string }[] };

/**
 * The form of an existing record. It saves over the version that the person saw, and over no change that someone else
 * made meanwhile.
 */
export function useEditRecord<
  Row extends { updated_at: string },
  Values extends Record<string, unknown>,
  Data extends object,
>(options: EditRecord<Row, Values, Data>) {
  const {
    name,
    keep,
    row: read,
    valuesOf,
    convert,
    schema,
    fields,
    normalized = [],
    update,
    readAgain,
    saved,
    ...common
  } = options;
  const [known, setKnown] = useState(read);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useForm<Values>({
    ...common,
    initialValues: valuesOf(read),
    validate: (values) => schemaErrors(schema, common.labels, convert(values)),
    save: (values) => save(convert(values)),
  });
  useFormDraft(form, name, keep);
  const merge = (theirs: Row, data: Data) =>
    mergeRecord(fields, { known, theirs, typed: data } as Parameters<typeof mergeRecord>[1]);

  async function save(data: Data) {
    const result = await saveOptimistically<Row>({
      row: known,
      isUnchanged: (row) => merge(row, data).conflicting.length === 0,
      isAlreadySaved: () => false,
      save: async (row) => {
        const { merged } = merge(row, data);
        return { ...row, ...merged, ...(await update(row, { ...data, ...merged })) };
      },
      readAgain,
    });
    if ('theirs' in result) return showConflict(result.theirs, data);
    const isReadBack = normalized.some((field) => valueIn(data, field) !== valueIn(known, field));
    // The values are saved: a failed read leaves them as they were typed.
    const stored = isReadBack ? await readAgain().catch(() => result.saved) : result.saved;
    setKnown(stored);
    setConflict(null);
    const now = valuesOf(stored);
    form.setValues(now);
    form.setSaved(now);
    await saved(stored);
  }

  function showConflict(theirs: Row, data: Data) {
    const { merged, conflicting } = merge(theirs, data);
    const values = valuesOf(theirs);
    setKnown(theirs);
    setConflict({
      at: theirs.updated_at,
      theirs: conflicting.map((field) => ({ field, value: String(values[field]) })),
    });
    form.setValues(only(fields, valuesOf({ ...theirs, ...merged })));
    form.setSaved(values);
    const message = conflictTexts.changed(theirs.updated_at);
    form.showErrors(Object.fromEntries(conflicting.map((field) => [field, message])));
  }

  function takeTheirs() {
    const conflictFields = (conflict?.theirs ?? []).map(({ field }) => field);
    form.setValues(only(conflictFields, valuesOf(known)));
    setConflict(null);
    const [first] = conflictFields;
    if (first) focusField(fieldId(first));
  }

  return { form, conflict, takeTheirs };
}

function valueIn(object: object, field: string): unknown {
  return (object as Record<string, unknown>)[field];
}

function only<Values extends object>(names: readonly string[], values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => names.includes(name)),
  ) as Partial<Values>;
}

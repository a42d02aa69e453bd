import { useRef, useState } from 'react';
import type { z } from 'zod';
import { findStored, isRejected, saveOptimistically } from '../../net/optimistic-save.ts';
import { fieldTexts } from '../../texts/fields.ts';
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

/** Maximum attempts whose values are remembered until the outcome is known. */
const MAX_SENT = 3;

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
  /** The values that the person saw, which a save may replace. */
  const [known, setKnown] = useState(read);
  /** The newest version, with changes of others that the person has not seen where they type. */
  const [newest, setNewest] = useState(read);
  /** What was sent and may be stored, newest first. */
  const sent = useRef<readonly Data[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useForm<Values>({
    ...common,
    initialValues: valuesOf(read),
    validate: (values) => schemaErrors(schema, common.labels, convert(values)),
    save: (values) => save(values),
  });
  useFormDraft(form, name, keep);
  const merge = (over: Row, theirs: Row, data: Data) =>
    mergeRecord(fields, { known: over, theirs, typed: data } as Parameters<typeof mergeRecord>[1]);

  async function save(values: Values) {
    const data = convert(values);
    const earlier = sent.current.filter((one) => !isSame(one, data) && changedFields(one, known).length > 0);
    sent.current = [data, ...earlier].slice(0, MAX_SENT);
    /** The values that the person saw, and those of an earlier save that is stored although its response was lost. */
    let over = known;
    const store = async (row: Row, typed: Data) => {
      const { merged } = merge(over, row, typed);
      return { ...row, ...merged, ...(await update(row, { ...typed, ...merged })) };
    };
    const isStored = (row: Row, typed: Data) =>
      Object.entries(merge(over, row, typed).merged).every(([field, value]) => value === valueIn(row, field));
    const result = await saveOptimistically<Row>({
      row: newest,
      isUnchanged: (row) => merge(over, row, data).conflicting.length === 0,
      isAlreadySaved: () => false,
      save: (row) => store(row, data),
      readAgain: async () => {
        const row = await readAgain();
        const stored = earlier.find((one) => isStored(row, one)) ?? (await findStored(row, earlier, store));
        if (stored) over = { ...over, ...only(changedFields(stored, over), row) };
        return row;
      },
    }).catch((error: unknown) => {
      if (isRejected(error)) sent.current = earlier;
      throw error;
    });
    sent.current = [];
    if ('theirs' in result) return showConflict(result.theirs, { values, data, over });
    const isReadBack = normalized.some((field) => valueIn(data, field) !== valueIn(over, field));
    // The values are saved: a failed read leaves them as they were typed.
    const stored = isReadBack ? await readAgain().catch(() => result.saved) : result.saved;
    setConflict(null);
    const now = valuesOf(stored);
    setRow(stored, over, unseen(settle(values, now), data, over));
    form.setSaved(now);
    await saved(stored);
  }

  /** Replaces the values that were sent (`typed`) by the stored ones, except where the person typed on: returns these names. */
  function settle(typed: Values, stored: Partial<Values>): string[] {
    const now = form.newest();
    const typedOn = Object.keys(typed).filter((field) => now[field] !== typed[field]);
    form.setValues(
      only(
        Object.keys(stored).filter((field) => !typedOn.includes(field)),
        stored,
      ),
    );
    return typedOn;
  }

  /** The fields that `data` changes. */
  function changedFields(data: Data, over: Row): string[] {
    return fields.filter((field) => valueIn(data, field) !== valueIn(over, field));
  }

  /** Of the fields in which the person typed on, those that this save did not change: a change of someone else is not on the screen. */
  function unseen(typedOn: readonly string[], data: Data, over: Row): string[] {
    const changed = changedFields(data, over);
    return typedOn.filter((field) => field in over && !changed.includes(field));
  }

  /** The newest version; of `unseenFields`, the person still knows the value of `over`. */
  function setRow(row: Row, over: Row, unseenFields: readonly string[]): void {
    setNewest(row);
    setKnown({ ...row, ...only(unseenFields, over) });
  }

  function showConflict(
    theirs: Row,
    { values: typed, data, over }: { values: Values; data: Data; over: Row },
  ) {
    const { merged, conflicting } = merge(over, theirs, data);
    const values = valuesOf(theirs);
    const typedOn = settle(typed, only(fields, valuesOf({ ...theirs, ...merged })));
    setRow(theirs, over, unseen(typedOn, data, over));
    setConflict({
      at: theirs.updated_at,
      theirs: conflicting.map((field) => ({ field, value: String(values[field]) })),
    });
    form.setSaved(values);
    const message = fieldTexts.changed(theirs.updated_at);
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

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function valueIn(object: object, field: string): unknown {
  return (object as Record<string, unknown>)[field];
}

function only<Values extends object>(names: readonly string[], values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => names.includes(name)),
  ) as Partial<Values>;
}

/** Unsaved edits over saved values, where each value is saved by its own call. Pure. */

/** Key to value. */
export type FieldValues = Readonly<Record<string, string>>;
/** Key to problems, as sentences. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

export interface Edits {
  readonly typed: FieldValues;
  readonly problems: FieldProblems;
  /**
   * The value that a save may replace: the saved value when the person started to type, or the other editor's value after
   * the person has seen that conflict.
   */
  readonly base: FieldValues;
  /** The keys of conflicts with another editor that the person has seen. */
  readonly acknowledged: readonly string[];
}

export const NO_EDITS: Edits = { typed: {}, problems: {}, base: {}, acknowledged: [] };

/** The keys whose text differs from what is saved, in the order of `keys`. */
export function changedKeys(keys: readonly string[], saved: FieldValues, edits: Edits): string[] {
  return keys.filter((key) => edits.typed[key] !== undefined && edits.typed[key] !== saved[key]);
}

/** Typing clears the field's problems, which were about the previous text. `saved` is the current saved value. */
export function withTyped(edits: Edits, key: string, value: string, saved: string): Edits {
  if (value === saved) return withoutEdits(edits, [key]);
  return {
    ...edits,
    typed: { ...edits.typed, [key]: value },
    problems: without(edits.problems, [key]),
    base: { ...edits.base, [key]: edits.base[key] ?? saved },
  };
}

/** The fields of `keys` show the saved values again. */
export function withoutEdits(edits: Edits, keys: readonly string[]): Edits {
  return {
    typed: without(edits.typed, keys),
    problems: without(edits.problems, keys),
    base: without(edits.base, keys),
    acknowledged: edits.acknowledged.filter((key) => !keys.includes(key)),
  };
}

/** These values are saved. Text typed meanwhile is still unsaved. */
export function withSaved(edits: Edits, saved: FieldValues): Edits {
  const keys = Object.keys(saved);
  const settled = withoutEdits(
    edits,
    keys.filter((key) => edits.typed[key] === saved[key]),
  );
  const typedOn = keys.filter((key) => settled.typed[key] !== undefined);
  return { ...settled, ...replacing(settled, pick(saved, typedOn), []) };
}

/** The person has seen the values that others saved (`theirs`): from now on, a save may replace them. */
export function withAcknowledged(edits: Edits, theirs: FieldValues): Edits {
  return { ...edits, ...replacing(edits, theirs, Object.keys(theirs)) };
}

function replacing(
  edits: Edits,
  base: FieldValues,
  acknowledged: readonly string[],
): Pick<Edits, 'base' | 'acknowledged'> {
  const others = edits.acknowledged.filter((key) => base[key] === undefined);
  return { base: { ...edits.base, ...base }, acknowledged: [...others, ...acknowledged] };
}

/** Sets the problems of `keys`; the typed texts stay. */
export function withProblems(edits: Edits, keys: readonly string[], found: FieldProblems): Edits {
  return { ...edits, problems: { ...without(edits.problems, keys), ...found } };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

function pick(values: FieldValues, keys: readonly string[]): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}

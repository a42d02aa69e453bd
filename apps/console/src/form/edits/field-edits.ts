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
  /** The values that were sent since the person started to type, newest first: any of them may be stored. */
  readonly sent: Readonly<Record<string, readonly string[]>>;
}

export const NO_EDITS: Edits = { typed: {}, problems: {}, base: {}, acknowledged: [], sent: {} };

/** Maximum values of a field in `sent`. */
const MAX_SENT = 3;

/** The keys whose text differs from what is saved, in the order of `keys`. */
export function changedKeys(keys: readonly string[], saved: FieldValues, edits: Edits): string[] {
  return keys.filter((key) => edits.typed[key] !== undefined && edits.typed[key] !== saved[key]);
}

/** Typing clears the field's problems, which were about the previous text. `saved` is the current saved value. */
export function withTyped(edits: Edits, key: string, value: string, saved: string): Edits {
  const isFirst = edits.base[key] === undefined;
  // While another value is being saved, the saved one is an edit, too.
  if (value === saved && (isFirst || edits.sent[key] === undefined)) return withoutEdits(edits, [key]);
  return {
    ...edits,
    sent: isFirst ? without(edits.sent, [key]) : edits.sent,
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
    sent: without(edits.sent, keys),
  };
}

/** These values are being saved. */
export function withSent(edits: Edits, values: FieldValues): Edits {
  const sent = Object.entries(values).map(([key, value]): [string, readonly string[]] => [
    key,
    [value, ...(edits.sent[key] ?? [])].slice(0, MAX_SENT),
  ]);
  return { ...edits, sent: { ...edits.sent, ...Object.fromEntries(sent) } };
}

/** The server has rejected these values. */
export function withoutSent(edits: Edits, values: FieldValues): Edits {
  const sent = Object.entries(values).map(([key, value]) => {
    const others = edits.sent[key]?.filter((one) => one !== value) ?? [];
    return [key, others] as const;
  });
  const left = sent.filter(([, others]) => others.length > 0);
  return { ...edits, sent: { ...without(edits.sent, Object.keys(values)), ...Object.fromEntries(left) } };
}

/** The texts of `sent` are saved, as `stored`. Text typed meanwhile is still unsaved. */
export function withSaved(edits: Edits, sent: FieldValues, stored: FieldValues = sent): Edits {
  const keys = Object.keys(sent);
  const settled = withoutEdits(
    edits,
    keys.filter((key) => edits.typed[key] === undefined || edits.typed[key] === sent[key]),
  );
  const typedOn = keys.filter((key) => settled.typed[key] !== undefined);
  return { ...settled, ...replacing(settled, pick(stored, typedOn), []) };
}

/** The person has seen the values that others saved (`theirs`): from now on, a save may replace them. */
export function withAcknowledged(edits: Edits, theirs: FieldValues): Edits {
  const keys = Object.keys(theirs);
  return { ...edits, ...replacing(edits, theirs, keys), sent: without(edits.sent, keys) };
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

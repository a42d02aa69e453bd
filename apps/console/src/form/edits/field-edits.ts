/** What somebody has typed over saved values, where each value is saved by its own call. Pure. */

/** Key to value. */
export type Values = Readonly<Record<string, string>>;
/** Key to what is wrong, as sentences. */
export type Problems = Readonly<Record<string, readonly string[]>>;

export interface Edits {
  readonly typed: Values;
  readonly problems: Problems;
  /** What was saved when the person began to type, or was told of another's change: what they mean to replace. */
  readonly over: Values;
  /** The keys of which the person was told that somebody else has changed them. */
  readonly told: readonly string[];
}

export const NO_EDITS: Edits = { typed: {}, problems: {}, over: {}, told: [] };

/** The keys whose text differs from what is saved, in the order of `keys`. */
export function changedKeys(keys: readonly string[], saved: Values, edits: Edits): string[] {
  return keys.filter((key) => edits.typed[key] !== undefined && edits.typed[key] !== saved[key]);
}

/** Typing clears the field's problems: they were about the text before. `saved` is what is saved now. */
export function withTyped(edits: Edits, key: string, value: string, saved: string): Edits {
  if (value === saved) return withoutEdits(edits, [key]);
  return {
    ...edits,
    typed: { ...edits.typed, [key]: value },
    problems: without(edits.problems, [key]),
    over: { ...edits.over, [key]: edits.over[key] ?? saved },
  };
}

/** The fields of `keys` show what is saved again. */
export function withoutEdits(edits: Edits, keys: readonly string[]): Edits {
  return {
    typed: without(edits.typed, keys),
    problems: without(edits.problems, keys),
    over: without(edits.over, keys),
    told: edits.told.filter((key) => !keys.includes(key)),
  };
}

/** These values are saved now. What was typed on meanwhile is still unsaved. */
export function withSaved(edits: Edits, saved: Values): Edits {
  const keys = Object.keys(saved);
  const settled = withoutEdits(
    edits,
    keys.filter((key) => edits.typed[key] === saved[key]),
  );
  const typedOn = keys.filter((key) => settled.typed[key] !== undefined);
  return { ...settled, ...replacing(settled, pick(saved, typedOn), []) };
}

/** The person is told that others have saved `theirs`: from now on that is what they would replace. */
export function withTold(edits: Edits, theirs: Values): Edits {
  return { ...edits, ...replacing(edits, theirs, Object.keys(theirs)) };
}

function replacing(edits: Edits, over: Values, told: readonly string[]): Pick<Edits, 'over' | 'told'> {
  const others = edits.told.filter((key) => over[key] === undefined);
  return { over: { ...edits.over, ...over }, told: [...others, ...told] };
}

/** The problems of `keys` are these now, and no others; what was typed stays. */
export function withProblems(edits: Edits, keys: readonly string[], found: Problems): Edits {
  return { ...edits, problems: { ...without(edits.problems, keys), ...found } };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

function pick(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}

/** What somebody has typed over saved values, where each value is saved by its own call. Pure. */

/** Key to value. */
export type Values = Readonly<Record<string, string>>;
/** Key to what is wrong, as sentences. */
export type Problems = Readonly<Record<string, readonly string[]>>;

export interface Edits {
  readonly typed: Values;
  readonly problems: Problems;
}

export const NO_EDITS: Edits = { typed: {}, problems: {} };

/** The keys whose text differs from what is saved, in the order of `keys`. */
export function changedKeys(keys: readonly string[], saved: Values, edits: Edits): string[] {
  return keys.filter((key) => edits.typed[key] !== undefined && edits.typed[key] !== saved[key]);
}

/** Typing clears the field's problems: they were about the text before. */
export function withTyped(edits: Edits, key: string, value: string): Edits {
  return { typed: { ...edits.typed, [key]: value }, problems: without(edits.problems, [key]) };
}

/** The fields of `keys` show what is saved again. */
export function withoutEdits(edits: Edits, keys: readonly string[]): Edits {
  return { typed: without(edits.typed, keys), problems: without(edits.problems, keys) };
}

/** The problems of `keys` are these now, and no others; what was typed stays. */
export function withProblems(edits: Edits, keys: readonly string[], found: Problems): Edits {
  return { typed: edits.typed, problems: { ...without(edits.problems, keys), ...found } };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

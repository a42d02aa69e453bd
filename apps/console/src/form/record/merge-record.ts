type Values = Readonly<Record<string, unknown>>;

/**
 * Merges the changes of two people to a record: what this person typed over `known`, and what `theirs` changed.
 * `conflicting`: the fields that both changed differently; there `merged` has the typed value.
 */
export function mergeRecord<Field extends string>(
  fields: readonly Field[],
  { known, theirs, typed }: { known: Values; theirs: Values; typed: Values },
): { merged: Record<Field, unknown>; conflicting: Field[] } {
  const isTyped = (field: Field) => typed[field] !== known[field];
  const values = fields.map((field) => [field, (isTyped(field) ? typed : theirs)[field]] as const);
  return {
    merged: Object.fromEntries(values) as Record<Field, unknown>,
    conflicting: fields.filter(
      (field) => isTyped(field) && theirs[field] !== known[field] && theirs[field] !== typed[field],
    ),
  };
}

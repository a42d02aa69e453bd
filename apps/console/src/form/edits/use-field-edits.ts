import { useState } from 'react';
import { useDraft } from '../../session/drafts.ts';
import {
  changedKeys,
  NO_EDITS,
  withoutEdits,
  withProblems,
  withSaved,
  withAcknowledged,
  withTyped,
  type Edits,
  type FieldProblems,
  type FieldValues,
} from './field-edits.ts';

/**
 * Fields whose values are saved one by one: the edits over `saved`, and their problems.
 * @param name the screen's name; the edits are stored while the person logs in again
 */
export function useFieldEdits(name: string, saved: FieldValues) {
  const [edits, setEdits] = useState(NO_EDITS);
  const changed = changedKeys(Object.keys(saved), saved, edits);
  const draft = useDraft<Edits>(name, () => (changed.length > 0 ? edits : undefined));
  const [restored, setRestored] = useState(false);
  if (draft && !restored) {
    setRestored(true);
    setEdits(draft);
  }
  return {
    /** Keys, in the order of `saved`. */
    changed,
    valueOf: (key: string) => edits.typed[key] ?? saved[key] ?? '',
    problemsOf: (key: string) => edits.problems[key] ?? [],
    type: (key: string, value: string) => setEdits((now) => withTyped(now, key, value, saved[key] ?? '')),
    /** Shows the saved values again. */
    reset: (keys: readonly string[]) => setEdits((now) => withoutEdits(now, keys)),
    /** Sets the problems of `keys`. */
    setProblems: (keys: readonly string[], found: FieldProblems) =>
      setEdits((now) => withProblems(now, keys, found)),
    /** These values are saved. Text typed meanwhile is still unsaved. */
    setSaved: (values: FieldValues) => setEdits((now) => withSaved(now, values)),
    /** The value that the person wants to replace: the one when they started to type, or the one last shown to them. */
    knownOf: (key: string) => edits.base[key] ?? saved[key] ?? '',
    /** Others have saved `theirs`, and the person has acknowledged it. */
    acknowledge: (theirs: FieldValues) => setEdits((now) => withAcknowledged(now, theirs)),
    isAcknowledged: (key: string) => edits.acknowledged.includes(key),
  };
}

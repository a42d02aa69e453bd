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
  type Problems,
  type Values,
} from './field-edits.ts';

/**
 * Fields whose values are saved one by one: what is typed over `saved`, and what is wrong with it.
 * @param name names the screen; what was typed is kept while the person logs in again
 */
export function useFieldEdits(name: string, saved: Values) {
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
    /** Shows what is saved again. */
    reset: (keys: readonly string[]) => setEdits((now) => withoutEdits(now, keys)),
    /** The problems of `keys` are these now, and no others. */
    setProblems: (keys: readonly string[], found: Problems) =>
      setEdits((now) => withProblems(now, keys, found)),
    /** These values are saved now. What was typed on meanwhile is still unsaved. */
    setSaved: (values: Values) => setEdits((now) => withSaved(now, values)),
    /** What the person wants to replace: the value when they started to type, or the one they were shown since. */
    knownOf: (key: string) => edits.base[key] ?? saved[key] ?? '',
    /** Others have saved `theirs`, and the person is acknowledged. */
    acknowledge: (theirs: Values) => setEdits((now) => withAcknowledged(now, theirs)),
    isAcknowledged: (key: string) => edits.acknowledged.includes(key),
  };
}

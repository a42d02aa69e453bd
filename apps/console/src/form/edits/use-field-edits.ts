import { useEffect, useRef, useState } from 'react';
import { isRejected } from '../../net/optimistic-save.ts';
import { useDraft } from '../../session/drafts.ts';
import {
  changedKeys,
  NO_EDITS,
  withoutEdits,
  withProblems,
  withSaved,
  withSent,
  withoutSent,
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
  const shown = useRef(saved);
  /** The saved values, also those that are not shown yet. */
  const newest = useRef(saved);
  useEffect(() => {
    const changes = Object.entries(saved).filter(([key, value]) => value !== shown.current[key]);
    shown.current = saved;
    newest.current = { ...newest.current, ...Object.fromEntries(changes) };
  });
  const changed = changedKeys(Object.keys(saved), saved, edits);
  const draft = useDraft<Edits>(name, () => (changed.length > 0 ? edits : undefined));
  const [restored, setRestored] = useState(false);
  if (draft && !restored) {
    setRestored(true);
    setEdits({ ...NO_EDITS, ...draft });
  }
  return {
    /** Keys, in the order of `saved`. */
    changed,
    valueOf: (key: string) => edits.typed[key] ?? saved[key] ?? '',
    problemsOf: (key: string) => edits.problems[key] ?? [],
    type: (key: string, value: string) => {
      const known = newest.current[key] ?? '';
      setEdits((now) => withTyped(now, key, value, known));
    },
    /** Shows the saved values again. */
    reset: (keys: readonly string[]) => setEdits((now) => withoutEdits(now, keys)),
    /** Sets the problems of `keys`. */
    setProblems: (keys: readonly string[], found: FieldProblems) =>
      setEdits((now) => withProblems(now, keys, found)),
    /** Sends values with `call`. Unless it is rejected, they may be stored. */
    send: async <Result>(values: FieldValues, call: () => Promise<Result>): Promise<Result> => {
      setEdits((now) => withSent(now, values));
      try {
        return await call();
      } catch (error) {
        if (isRejected(error)) setEdits((now) => withoutSent(now, values));
        throw error;
      }
    },
    /** The values of `key` that were sent earlier and may be stored, newest first. */
    sentOf: (key: string) => edits.sent[key] ?? [],
    /** The texts of `sent` are saved, as `stored`. Text typed meanwhile is still unsaved. */
    setSaved: (sent: FieldValues, stored: FieldValues = sent) => {
      newest.current = { ...newest.current, ...stored };
      setEdits((now) => withSaved(now, sent, stored));
    },
    /** The value that the person wants to replace: the one when they started to type, or the one last shown to them. */
    knownOf: (key: string) => edits.base[key] ?? saved[key] ?? '',
    /** Others have saved `theirs`, and the person has acknowledged it. */
    acknowledge: (theirs: FieldValues) => setEdits((now) => withAcknowledged(now, theirs)),
    isAcknowledged: (key: string) => edits.acknowledged.includes(key),
  };
}

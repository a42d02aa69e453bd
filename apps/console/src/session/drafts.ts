import { useEffect, useRef, useState } from 'react';
import { session } from './session.ts';

/** Unsaved values of people whose session expired; in memory only, for the same person in this tab. */
const stored = new Map<string, unknown>();

/**
 * Stores a form's values while its person signs in again.
 * @param form the name of the form and its record, e.g. `app-user 7`
 * @param unsaved the values if there are unsaved ones, else undefined; never passwords
 * @returns the values from before the session ended, once
 */
export function useDraft<Values>(form: string, unsaved: () => Values | undefined): Values | undefined {
  const [owner] = useState(ownerOfDrafts);
  const key = `${owner} ${form}`;
  const [draft] = useState(() => stored.get(key) as Values | undefined);
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  });
  useEffect(() => {
    stored.delete(key);
    return () => {
      const values = session.ended()?.because === 'expired' ? latest.current() : undefined;
      if (values !== undefined) stored.set(key, values);
    };
  }, [key]);
  return draft;
}

function ownerOfDrafts(): string {
  const current = session.current();
  return current ? `${current.role} ${current.user.id}` : 'signed-out';
}

import { useEffect, useRef, useState } from 'react';
import { carryOver, takeCarried } from '../links/document.ts';
import { session } from './session.ts';

/**
 * Unsaved values of people whose session expired, for the same person in this tab: in memory, and stored only while the
 * browser loads a document with another policy. Null before the first use.
 */
let stored: Map<string, unknown> | null = null;

function drafts(): Map<string, unknown> {
  if (stored) return stored;
  const all = new Map(takeCarried(CARRIED) as [string, unknown][] | undefined);
  carryOver(CARRIED, () => (all.size > 0 ? [...all] : undefined));
  return (stored = all);
}

const CARRIED = 'drafts';

/**
 * Stores a form's values while its person signs in again.
 * @param form the name of the form and its record, e.g. `app-user 7`
 * @param unsaved the values if there are unsaved ones, else undefined; never passwords
 * @returns the values from before the session ended, once
 */
export function useDraft<Values>(form: string, unsaved: () => Values | undefined): Values | undefined {
  const [owner] = useState(ownerOfDrafts);
  const key = `${owner} ${form}`;
  const [draft] = useState(() => drafts().get(key) as Values | undefined);
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  });
  useEffect(() => {
    drafts().delete(key);
    return () => {
      const values = session.ended()?.because === 'expired' ? latest.current() : undefined;
      if (values !== undefined) drafts().set(key, values);
    };
  }, [key]);
  return draft;
}

function ownerOfDrafts(): string {
  const current = session.current();
  return current ? `${current.role} ${current.user.id}` : 'signed-out';
}

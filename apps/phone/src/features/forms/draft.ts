import { useEffect, useRef, useState } from 'react';
import { outbox } from '../../outbox/outbox.ts';
import { readValue, removeValue, writeValue, type Picture } from '../../storage/database.ts';

/** A form that is not sent yet; it is stored with each change and survives closing the app. */
export type Draft = { company: string; message: string; type: string; pictures: Picture[] };

const EMPTY: Draft = { company: '', message: '', type: '', pictures: [] };
/** The company of the last form is the company of the next one. */
const COMPANY = 'company';

function keyOf(formId: number, userId: number): string {
  return `draft ${userId} ${formId}`;
}

/** The draft; null until it is read. */
export function useDraft(formId: number, userId: number) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isStored, setStored] = useState(true);
  const latest = useRef<Draft | null>(null);
  const isFinished = useRef(false);
  const key = keyOf(formId, userId);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const read = await readDraft(key, userId).catch(() => EMPTY);
      if (!isCurrent) return;
      latest.current = read;
      setDraft(read);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [key, userId]);
  const change = (changed: (before: Draft) => Partial<Draft>) => {
    // What a late picture changes must not bring the draft back.
    if (isFinished.current) return;
    const before = latest.current ?? EMPTY;
    const next = { ...before, ...changed(before) };
    latest.current = next;
    setDraft(next);
    // Without storage the form still works until the app is closed.
    writeValue(key, next).then(
      () => setStored(true),
      () => setStored(false),
    );
  };
  /**
   * After the form is in the outbox: a storage that fails must not look as if it were not. If the outbox could not store
   * it, the draft stays until the server has it.
   */
  const finish = (company: string, clientId: string) => {
    isFinished.current = true;
    whenSafe(clientId, () => void removeValue(key).catch(() => null));
    writeValue(`${COMPANY} ${userId}`, company).catch(() => null);
  };
  return { draft, isStored, change, finish };
}

/** Calls `then` when closing the app no longer loses the submission. */
function whenSafe(clientId: string, then: () => void): void {
  const isSafe = () => {
    const item = outbox.current()?.find(({ client_id }) => client_id === clientId);
    return !item || item.is_stored || item.received !== null;
  };
  if (isSafe()) return then();
  const unsubscribe = outbox.subscribe(() => {
    if (!isSafe()) return;
    unsubscribe();
    then();
  });
}

async function readDraft(key: string, userId: number): Promise<Draft> {
  const stored = await readValue<Draft>(key);
  if (stored) return stored;
  return { ...EMPTY, company: (await readValue<string>(`${COMPANY} ${userId}`)) ?? '' };
}

import type { CheckIn } from '@callpoint/contract/check-ins';
import type { Location } from '@callpoint/contract/fields';
import type { Rejection } from './safe-reports.ts';
import { changeStored, readStored } from './stored.ts';

/** The person's check-ins as this phone knows them: the server's newest response, and what the server does not know yet. */
export type StoredCheckIn = Pick<CheckIn, 'client_id' | 'every_minutes' | 'grace_minutes' | 'until'> & {
  /** The newest location of this phone, for the next call. */
  location: Location | null;
  /** The server's newest response; null until it has the check-in. */
  known: Pick<CheckIn, 'due_at' | 'state' | 'press_client_id'> | null;
  /** When the person answered, by the phone's clock; null if the server knows it. */
  confirmed_at: string | null;
  /** When the person ended it; null if it was not, or the server knows it. */
  ended_at: string | null;
  /** Why the server did not start it. */
  rejection: Rejection | null;
  /** True after the person has read that the emergency was raised. */
  is_read: boolean;
};

const MINUTE = 60_000;
const keyOf = (userId: number) => `check-in-${userId}`;

export async function readCheckIn(userId: number): Promise<StoredCheckIn | null> {
  return await readStored<StoredCheckIn>(keyOf(userId));
}

export async function replaceCheckIn(userId: number, checkIn: StoredCheckIn): Promise<void> {
  await changeStored<StoredCheckIn>(keyOf(userId), () => checkIn);
}

/** Changes it, unless another one has replaced it. */
export async function changeCheckIn(
  userId: number,
  clientId: string,
  change: (checkIn: StoredCheckIn) => Partial<StoredCheckIn>,
): Promise<void> {
  await changeStored<StoredCheckIn | null>(keyOf(userId), (stored) =>
    stored?.client_id === clientId ? { ...stored, ...change(stored) } : stored,
  );
}

/** The check-in that the server named, without anything that it does not know. */
export function fromServer(data: CheckIn): StoredCheckIn {
  const { client_id, every_minutes, grace_minutes, until } = data;
  return {
    client_id,
    every_minutes,
    grace_minutes,
    until,
    location: null,
    known: knownOf(data),
    confirmed_at: null,
    ended_at: null,
    rejection: null,
    is_read: false,
  };
}

export function knownOf({ due_at, state, press_client_id }: CheckIn): NonNullable<StoredCheckIn['known']> {
  return { due_at, state, press_client_id };
}

/** The newest answer, if the server does not know it. An answer says nothing about the time after the next question. */
function unsentAnswer({ confirmed_at, every_minutes }: StoredCheckIn, now: number): string | null {
  const isCurrent = confirmed_at !== null && now - Date.parse(confirmed_at) < every_minutes * MINUTE;
  return isCurrent ? confirmed_at : null;
}

export type CheckInCall = 'start' | 'confirm' | 'end';

/** What the server must be called for next; null for nothing. */
export function nextCall(checkIn: StoredCheckIn, now: number): CheckInCall | null {
  if (checkIn.rejection !== null) return null;
  // One that the person has ended meanwhile may have reached the server all the same: it is ended, and never started.
  if (checkIn.known === null) return checkIn.ended_at === null ? 'start' : 'end';
  if (checkIn.known.state !== 'active') return null;
  if (checkIn.ended_at !== null) return 'end';
  return unsentAnswer(checkIn, now) === null ? null : 'confirm';
}

/**
 * `starting`: the server is not known to have it. `answered`: the server does not know the person's answer. `ending`: it does
 * not know that the person has ended it. `overdue`: the time to answer has passed, and the server's result is not known yet.
 */
export type Phase =
  | 'none'
  | 'starting'
  | 'rejected'
  | 'running'
  | 'answered'
  | 'due'
  | 'overdue'
  | 'ending'
  | 'raised';

export function phaseOf(checkIn: StoredCheckIn | null, now: number): Phase {
  if (!checkIn) return 'none';
  if (checkIn.rejection) return 'rejected';
  if (!checkIn.known) return checkIn.ended_at === null ? 'starting' : 'ending';
  const { state, due_at } = checkIn.known;
  if (state === 'raised') return 'raised';
  if (state === 'ended') return 'none';
  const raiseAt = Date.parse(raiseTime(checkIn) ?? due_at);
  if (now >= raiseAt) return 'overdue';
  if (checkIn.ended_at !== null) return 'ending';
  if (unsentAnswer(checkIn, now) !== null) return 'answered';
  return now >= Date.parse(due_at) ? 'due' : 'running';
}

/** When the server raises the emergency unless it hears from the phone (ISO 8601); null while that is not known. */
export function raiseTime({ known, grace_minutes }: StoredCheckIn): string | null {
  return known && new Date(Date.parse(known.due_at) + grace_minutes * MINUTE).toISOString();
}

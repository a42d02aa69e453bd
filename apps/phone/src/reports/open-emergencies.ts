import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { CallFailure } from '../net/api.ts';
import { isEmergency } from '../outbox/order.ts';
import { outbox } from '../outbox/outbox.ts';
import { dashboard } from '../session/dashboard.ts';
import { read, session } from '../session/session.ts';
import type { OutboxItem } from '../storage/database.ts';
import { createStore } from '../store/store.ts';
import { sendAgainIfLost } from './lost-press.ts';
import { reports } from './reports.ts';
import { readSafeReports } from './safe-reports.ts';
import { changeStored, readStored, wasRead } from './stored.ts';

/** The presses of this phone's person that no responder has closed: the state that the server named last, and when. */

/** `incident`: null for a press that needs no answer, that no longer exists, or whose status was never read. */
export type KnownPress = Pick<OwnSubmission, 'client_id' | 'item_id' | 'incident'> & {
  /** When it was pressed or raised; ISO 8601. */
  pressed_at: string;
  /** When the phone read its status; null: never. */
  read_at: string | null;
};

type State = { userId: number; presses: readonly KnownPress[] };

/** Null until the stored ones are read. */
export const knownPresses = createStore<State | null>(null);

/** How many of the newest presses are read, and for how long a closed one is remembered, in milliseconds. */
const MOST = 5;
const REMEMBERED_FOR = 8 * 24 * 60 * 60 * 1000;
/** An unchanged state is stored again after this time, so that the stored time is nearly right. In milliseconds. */
const STORED_EVERY = 30_000;

const keyOf = (userId: number) => `presses-${userId}`;

/** The open emergencies of a person, the newest first. A drill is none. One that was sent is open until the server says otherwise. */
export function openEmergencies(known: readonly KnownPress[], sent: readonly OutboxItem[]): KnownPress[] {
  const ids = new Set(known.map(({ client_id }) => client_id));
  const unsent = new Set(sent.filter(({ received }) => received === null).map(({ client_id }) => client_id));
  const unread = sent
    .filter((item) => isEmergency(item) && item.received !== null && !ids.has(item.client_id))
    .map(({ client_id, item_id, pressed_at }) => ({
      client_id,
      item_id,
      pressed_at,
      incident: null,
      read_at: null,
    }));
  const open = known.filter((press) => isOpen(press) && !unsent.has(press.client_id));
  return newestFirst([...open, ...unread]);
}

export function isOpen({ incident }: KnownPress): boolean {
  return incident !== null && incident.state !== 'closed' && !incident.is_drill;
}

/** Also one whose status was never read. */
export function isOpenNow(press: KnownPress): boolean {
  return press.read_at === null || isOpen(press);
}

export function newestFirst<Press extends { pressed_at: string }>(presses: readonly Press[]): Press[] {
  return presses.toSorted((one, other) => other.pressed_at.localeCompare(one.pressed_at));
}

/** What this person sent from this phone. */
export function ownItems(userId: number | undefined): OutboxItem[] {
  return (outbox.current() ?? []).filter((item) => item.user_id === userId);
}

/** Reads the stored states. */
export async function loadPresses(): Promise<void> {
  const userId = session.current()?.user.id;
  if (userId === undefined) return knownPresses.set(null);
  if (knownPresses.current()?.userId !== userId)
    show(userId, (await readStored<readonly KnownPress[]>(keyOf(userId))) ?? []);
}

let running: Promise<void> | null = null;

/** Reads the newest state of each press that may be open, once at a time. Without a network, the stored states stay. */
export async function readPresses(): Promise<void> {
  running ??= readOnce().finally(() => {
    running = null;
  });
  await running;
}

async function readOnce(): Promise<void> {
  await loadPresses();
  const userId = session.current()?.user.id;
  const state = knownPresses.current();
  if (userId === undefined || state?.userId !== userId) return;
  for (const clientId of unfinished(userId, state.presses)) {
    const press = await readPress(clientId);
    if (press === 'unknown' || session.current()?.user.id !== userId) return;
    if (press !== 'unsent') await remember(userId, press);
  }
}

/** The state that another screen has read is shown immediately, before the main screen reads it itself. */
export async function rememberPress(submission: OwnSubmission): Promise<void> {
  const userId = session.current()?.user.id;
  if (userId === undefined || submission.kind !== 'button') return;
  await loadPresses();
  await remember(userId, pressOf(submission));
}

async function remember(userId: number, press: KnownPress): Promise<void> {
  const replace = (known: readonly KnownPress[] | null) => withPress(known ?? [], press);
  const before = knownPresses.current();
  if (before?.userId === userId) show(userId, replace(before.presses));
  if (!isNews(press, stored.get(press.client_id))) return;
  stored.set(press.client_id, press);
  await changeStored<readonly KnownPress[]>(keyOf(userId), replace);
}

/** The states that this page has stored. */
const stored = new Map<string, KnownPress>();

function isNews({ incident, read_at }: KnownPress, before: KnownPress | undefined): boolean {
  if (!before || JSON.stringify(before.incident) !== JSON.stringify(incident)) return true;
  return Date.parse(read_at ?? '') - Date.parse(before.read_at ?? '') > STORED_EVERY;
}

function withPress(known: readonly KnownPress[], press: KnownPress): KnownPress[] {
  const before = new Date(Date.now() - REMEMBERED_FOR).toISOString();
  const others = known.filter(
    (other) => other.client_id !== press.client_id && (other.pressed_at > before || isOpen(other)),
  );
  return [...others, press];
}

function show(userId: number, presses: readonly KnownPress[]): void {
  if (session.current()?.user.id === userId) knownPresses.set({ userId, presses });
}

/** Presses of this phone, of a missed check-in, and those that the server named as open, that are not known to be closed. */
function unfinished(userId: number, known: readonly KnownPress[]): string[] {
  const finished = new Set(
    known
      .filter(({ incident }) => incident === null || incident.state === 'closed')
      .map(({ client_id }) => client_id),
  );
  const { user, open_emergencies: elsewhere = [] } = dashboard.current() ?? {};
  const raised = reports.current()?.checkIn?.known?.press_client_id ?? null;
  const own = ownItems(userId);
  const sent = own.filter((item) => item.kind === 'button' && item.received !== null);
  const ids = [
    ...(raised === null ? [] : [raised]),
    ...(user?.id === userId ? elsewhere : []),
    ...newestFirst([...sent, ...known]).map(({ client_id }) => client_id),
  ];
  const isUnsent = (id: string) => own.some((item) => item.client_id === id && item.received === null);
  return [...new Set(ids)].filter((id) => !finished.has(id) && !isUnsent(id)).slice(0, MOST);
}

/** `unknown` if the server cannot be reached; `unsent` if it has lost the press, which is sent again. */
async function readPress(clientId: string): Promise<KnownPress | 'unknown' | 'unsent'> {
  try {
    const { data } = await read('/mapi/v1/submission', { client_id: clientId }, { timeout: 10_000 });
    return pressOf(data);
  } catch (error) {
    if (!isMissing(error)) return 'unknown';
    if (await sendLostAgain(clientId)) return 'unsent';
    const now = new Date().toISOString();
    return { client_id: clientId, item_id: 0, incident: null, pressed_at: now, read_at: now };
  }
}

/** True if the server itself says that it does not know a press: a proxy or a network's sign-in page may send 404 too. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallFailure && error.kind === 'rejected' && error.status === 404;
}

/**
 * Sends a press again that the server does not know, if it is an emergency that the server has lost. Returns whether it is
 * being sent.
 */
export async function sendLostAgain(clientId: string): Promise<boolean> {
  const userId = session.current()?.user.id;
  const isThis = (one: { client_id: string }) => one.client_id === clientId;
  const item = ownItems(userId).find(isThis);
  if (!item || userId === undefined) return false;
  if (item.received === null) return true;
  await loadPresses();
  // Without the stored state, one that the organization has deleted would seem to be lost.
  if (!wasRead(keyOf(userId)) || knownPresses.current()?.userId !== userId) return false;
  const known = knownPresses.current()?.presses.find(isThis);
  const isSafe = (await readSafeReports(userId)).some(isThis);
  if (!(await sendAgainIfLost(item, { known, isSafe }))) return false;
  await forget(userId, clientId);
  return true;
}

/** Nobody has an incident that is lost. */
async function forget(userId: number, clientId: string): Promise<void> {
  const without = (known: readonly KnownPress[] | null) =>
    (known ?? []).filter(({ client_id }) => client_id !== clientId);
  stored.delete(clientId);
  show(userId, without(knownPresses.current()?.presses ?? null));
  await changeStored<readonly KnownPress[]>(keyOf(userId), without);
}

function pressOf({ client_id, item_id, incident, pressed_at, created_at }: OwnSubmission): KnownPress {
  const read_at = new Date().toISOString();
  return { client_id, item_id, incident, pressed_at: pressed_at ?? created_at, read_at };
}

import { locationForPress, freshLocation } from '../device/location.ts';
import { newId } from '../outbox/new-id.ts';
import { LONGEST_LOCATING, waitAfter } from '../outbox/order.ts';
import { registerSync } from '../outbox/outbox.ts';
import { session } from '../session/session.ts';
import { createStore } from '../store/store.ts';
import {
  changeCheckIn,
  phaseOf,
  readCheckIn,
  replaceCheckIn,
  type Phase,
  type StoredCheckIn,
} from './check-in.ts';
import { addSafeReport, readSafeReports, type SafeReport } from './safe-reports.ts';
import { sendReports } from './send-reports.ts';

/** The reports of the signed-in person in the page: stored, sent until the server has them, and shown. */

export type Reports = {
  userId: number;
  checkIn: StoredCheckIn | null;
  safe: readonly SafeReport[];
  /** True after an attempt that failed, until one succeeds. */
  isFailing: boolean;
};

/** Null until they are read. */
export const reports = createStore<Reports | null>(null);

/** Milliseconds until the server's check-in is read again, while the app is visible. */
const READ_AFTER: Readonly<Partial<Record<Phase, number>>> = {
  running: 60_000,
  due: 15_000,
  overdue: 2_000,
};

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('reports');
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let started = false;

/** Starts sending, once; for the page. */
export function startReports(): void {
  if (started) return;
  started = true;
  channel?.addEventListener('message', () => void show());
  const wake = () => {
    if (document.visibilityState === 'visible') void flush();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  session.subscribe(() => void flush());
  const pushes = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('push');
  pushes?.addEventListener('message', wake);
  void flush();
}

/** Sends what waits, reads the server's check-in, and sets a timer for the next time. */
async function flush(): Promise<void> {
  clearTimeout(timer);
  await show();
  // An error of the storage must not end the attempts.
  const { waits } = await sendReports({ reads: true }).catch(() => ({ waits: true }));
  failures = waits ? failures + 1 : 0;
  await changed();
  clearTimeout(timer);
  const wait = waits ? waitAfter(failures, true) : READ_AFTER[phaseOf(shown(), Date.now())];
  if (wait !== undefined) timer = setTimeout(() => void flush(), wait);
}

function shown(): StoredCheckIn | null {
  return reports.current()?.checkIn ?? null;
}

async function changed(): Promise<void> {
  await show();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has only our own origin.
  channel?.postMessage('changed');
}

async function show(): Promise<void> {
  const userId = session.current()?.user.id;
  if (userId === undefined) return reports.set(null);
  const [checkIn, safe] = await Promise.all([readCheckIn(userId), readSafeReports(userId)]);
  // Another person may have signed in meanwhile.
  if (session.current()?.user.id !== userId) return;
  const next = { userId, checkIn, safe, isFailing: failures > 0 };
  if (JSON.stringify(next) !== JSON.stringify(reports.current())) reports.set(next);
}

function signedInUser(): number {
  const user = session.current()?.user;
  if (!user) throw new Error('nobody is signed in');
  return user.id;
}

/** Stored when this resolves; sent until the server has it. */
export async function reportSafe(clientId: string, reason: string): Promise<void> {
  await addSafeReport(signedInUser(), clientId, reason);
  await sendStored();
}

/** Schedules check-ins. */
export async function startCheckIn(
  plan: Pick<StoredCheckIn, 'every_minutes' | 'grace_minutes' | 'until'>,
): Promise<void> {
  const userId = signedInUser();
  const client_id = newId();
  const location = freshLocation();
  await replaceCheckIn(userId, {
    ...plan,
    client_id,
    location,
    known: null,
    confirmed_at: null,
    ended_at: null,
    rejection: null,
    is_read: false,
  });
  await sendStored();
  if (!location) await addLocation(userId, client_id, new Date().toISOString());
}

/** The person is well. The location follows if it is not known yet. */
export async function confirmCheckIn({ client_id }: StoredCheckIn): Promise<void> {
  const userId = signedInUser();
  const known = freshLocation();
  const confirmed_at = new Date().toISOString();
  await changeCheckIn(userId, client_id, ({ location }) => ({ confirmed_at, location: known ?? location }));
  await sendStored();
  if (!known) await addLocation(userId, client_id, confirmed_at);
}

/** Sends the answer again with a location that is known in a moment. */
async function addLocation(userId: number, clientId: string, confirmedAt: string): Promise<void> {
  const { location } = await locationForPress(LONGEST_LOCATING);
  if (!location) return;
  await changeCheckIn(userId, clientId, ({ confirmed_at }) => ({
    location,
    confirmed_at: confirmed_at ?? confirmedAt,
  }));
  await sendStored();
}

export async function endCheckIn({ client_id }: StoredCheckIn): Promise<void> {
  await changeCheckIn(signedInUser(), client_id, () => ({ ended_at: new Date().toISOString() }));
  await sendStored();
}

/** The person has read that its emergency was raised, or that the server rejected the check-in. */
export async function dismissCheckIn({ client_id }: StoredCheckIn): Promise<void> {
  await changeCheckIn(signedInUser(), client_id, () => ({ is_read: true }));
  await changed();
}

/** Shows the change immediately, and sends it; also later and in the background, where the browser supports that. */
async function sendStored(): Promise<void> {
  await changed();
  failures = 0;
  void flush();
  await registerSync();
}

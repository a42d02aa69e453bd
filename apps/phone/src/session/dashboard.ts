import type { GetResponse } from '../net/api.ts';
import { readValue, removeValue, writeValue } from '../storage/database.ts';
import { createStore } from '../store/store.ts';
import { read, session, startSession, type SignedIn } from './session.ts';

/** What the main screen shows, as the server last sent it: the app opens with it when it is offline. */
export type Dashboard = GetResponse<'/mapi/v1/dashboard'>['data'];

const KEY = 'dashboard';

export const dashboard = createStore<Dashboard | null>(null);

export async function loadDashboard(): Promise<void> {
  dashboard.set(await readValue<Dashboard>(KEY));
}

/** Reads it from the server. Throws CallFailure. */
export async function refreshDashboard(): Promise<void> {
  const { data } = await read('/mapi/v1/dashboard', {});
  // Another person may have signed in meanwhile.
  if (data.user.id !== session.current()?.user.id) return;
  if (JSON.stringify(data) !== JSON.stringify(dashboard.current())) dashboard.set(data);
  await writeValue(KEY, data).catch(() => null);
}

export async function forgetDashboard(): Promise<void> {
  dashboard.set(null);
  await removeValue(KEY).catch(() => null);
}

/** Signs in. What the app shows of another person is removed before. */
export async function signIn(signedIn: SignedIn, hasUsedLink: boolean): Promise<void> {
  if (dashboard.current()?.user.id !== signedIn.user.id) await forgetDashboard();
  await startSession(signedIn, hasUsedLink);
}

const DEFAULT_EMERGENCY_NUMBER = '911';

export function emergencyNumber(shown: Dashboard | null): string {
  return shown?.emergency_number ?? DEFAULT_EMERGENCY_NUMBER;
}

import { api } from '../../../net/api.ts';
import { session } from '../../../session/session.ts';
import { notificationState, type NotificationState } from '../../../device/notifications.ts';
import { PUSH_ACCOUNT_KEY } from './push-account.ts';

/** Notifications in this browser while the console is closed (Web Push). */

const WORKER = '/app/notifications.js';
const SCOPE = '/app/';

/** `unavailable`: this server sends none. */
export type PushState = 'on' | 'off' | 'unavailable' | Exclude<NotificationState, 'ready' | 'undecided'>;

/** Throws CallError if the server cannot be reached. */
export async function pushState(): Promise<PushState> {
  const problem = pushProblem();
  if (problem !== null) return problem;
  if ((await serverKey()) === null) return 'unavailable';
  return isOwn() && (await currentSubscription()) ? 'on' : 'off';
}

function pushProblem(): Exclude<NotificationState, 'ready' | 'undecided'> | null {
  const state = notificationState();
  if (state !== 'ready' && state !== 'undecided') return state;
  return 'serviceWorker' in navigator && 'PushManager' in window ? null : 'unsupported';
}

/** Prompts for the permission, and stores at the server where it sends notifications. Throws if either fails. */
export async function turnPushOn(): Promise<PushState> {
  const key = await serverKey();
  if (key === null) return 'unavailable';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  await subscribe(key).catch(async (error: unknown) => {
    // Notifications are not on if the server does not know where to send them.
    await (await currentSubscription())?.unsubscribe();
    throw error;
  });
  window.localStorage.setItem(PUSH_ACCOUNT_KEY, account());
  return 'on';
}

/** Throws CallError if the server cannot be reached: notifications then stay on. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await currentSubscription();
  if (subscription) {
    await api.post(`${base()}/push_subscription/delete`, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  window.localStorage.removeItem(PUSH_ACCOUNT_KEY);
  return 'off';
}

/** After a new login of the account that turned notifications on: the server's subscription ended with the session before. */
export async function renewPush(): Promise<void> {
  if (!isOwn() || pushProblem() !== null || notificationState() !== 'ready') return;
  const key = await serverKey();
  if (key === null) return;
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  await subscribe(key);
}

async function subscribe(key: string): Promise<void> {
  const worker = await readyWorker();
  const existing = await worker.pushManager.getSubscription();
  if (existing && !isOfKey(existing, key)) await existing.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await api.post(`${base()}/push_subscription`, {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  });
}

/** A new worker must be active before it can subscribe. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const own = await navigator.serviceWorker.getRegistration(SCOPE);
  return own?.active ? own : await navigator.serviceWorker.ready;
}

function isOfKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key.replace(/=+$/, '');
}

async function currentSubscription(): Promise<PushSubscription | null> {
  return (
    (await (await navigator.serviceWorker.getRegistration(SCOPE))?.pushManager.getSubscription()) ?? null
  );
}

async function serverKey(): Promise<string | null> {
  return (await api.get(`${base()}/push_key`)).data.key;
}

function base(): '/api/v1' | '/tapi/v1' {
  return session.current()?.role === 'admin' ? '/api/v1' : '/tapi/v1';
}

/** The signed-in account, as it is stored in this browser. */
function account(): string {
  const current = session.current();
  return current ? `${current.role}:${current.user.id}` : '';
}

/** Another account that signs in on this computer has not turned notifications on. */
function isOwn(): boolean {
  return window.localStorage.getItem(PUSH_ACCOUNT_KEY) === account();
}

import { send } from '../session/session.ts';

/** Notifications that arrive while the app is closed: someone saw an alert. */

/** Milliseconds. */
const LONGEST_TURNING_OFF = 5_000;

export type PushState = 'on' | 'off' | 'denied' | 'unsupported';

async function registration(): Promise<ServiceWorkerRegistration | null> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !('PushManager' in globalThis) || !('Notification' in globalThis)) return null;
  return (await workers.getRegistration()) ?? null;
}

export async function pushState(key: string | null): Promise<PushState> {
  const worker = await registration();
  if (!worker || key === null) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks for the permission, and tells the server where to send notifications. Throws if either fails. */
export async function turnPushOn(key: string): Promise<PushState> {
  const worker = await registration();
  if (!worker) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await subscribe(worker, key).catch(async (error: unknown) => {
    // Notifications are not on if the server does not know where to send them.
    await (await currentSubscription())?.unsubscribe();
    throw error;
  });
  return 'on';
}

/**
 * Tells the server about an existing subscription again: the server's ends with the session, or when it gets new keys.
 * Throws if the server cannot be reached.
 */
export async function renewPush(key: string): Promise<void> {
  const worker = await registration();
  const existing = await worker?.pushManager.getSubscription();
  if (!worker || !existing) return;
  if (!isOfKey(existing, key)) await existing.unsubscribe();
  await subscribe(worker, key);
}

async function subscribe(worker: ServiceWorkerRegistration, key: string): Promise<void> {
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await send('/mapi/v1/push_subscription', {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  });
}

function isOfKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key.replace(/=+$/, '');
}

/** Throws CallFailure if the server cannot be told: notifications then stay on. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await currentSubscription();
  if (!subscription) return 'off';
  await tellServer(subscription);
  await subscription.unsubscribe();
  return 'off';
}

/** For signing out: this phone gets no more notifications, also without a network. The server's part ends with the session. */
export async function removePush(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  await tellServer(subscription).catch(() => null);
  await subscription.unsubscribe();
}

async function currentSubscription(): Promise<PushSubscription | null> {
  return (await (await registration())?.pushManager.getSubscription()) ?? null;
}

async function tellServer({ endpoint }: PushSubscription): Promise<void> {
  await send('/mapi/v1/push_subscription/delete', { endpoint }, { timeout: LONGEST_TURNING_OFF });
}

import { send } from '../session/session.ts';

/** Notifications that arrive while the app is closed: someone saw an alert. */

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
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await send('/mapi/v1/push_subscription', {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  });
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (!subscription) return 'off';
  await send('/mapi/v1/push_subscription/delete', { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return 'off';
}

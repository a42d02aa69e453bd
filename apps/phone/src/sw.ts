import { sendDue } from './outbox/sender.ts';

/** The service worker: the app's files without a network, sending while the app is closed, and notifications. */

declare const __FILES__: readonly string[];
declare const __VERSION__: string;

type WorkerEvent = Event & { waitUntil(promise: Promise<unknown>): void };
type FetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void };
type PushEvent = WorkerEvent & { data: { json(): unknown } | null };
type ClickEvent = WorkerEvent & { notification: Notification };
type Page = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> };
type Worker = {
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: string, listener: (event: never) => void): void;
};

const worker = globalThis as unknown as Worker;
const APP = '/phone/';
const PREFIX = 'callpoint-';
const CACHE = PREFIX + __VERSION__;

worker.addEventListener('install', (event: WorkerEvent) => {
  // All files or none: a version is complete before it is used.
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(__FILES__.map((file) => new Request(APP + file, { cache: 'reload' })))),
  );
});

worker.addEventListener('activate', (event: WorkerEvent) => {
  event.waitUntil(removeOldVersions());
});

async function removeOldVersions(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener('message', ({ data }: MessageEvent) => {
  if (data === 'activate') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event: FetchEvent) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(APP)) return;
  event.respondWith(respond(request));
});

async function respond(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request.mode === 'navigate' ? APP : request, { ignoreSearch: true });
  return stored ?? (await fetch(request));
}

worker.addEventListener('sync', (event: WorkerEvent) => {
  event.waitUntil(sendInBackground());
});

/** Fails while something waits: the browser then tries again later. */
async function sendInBackground(): Promise<void> {
  const channel = new BroadcastChannel('outbox');
  const changed = () => channel.postMessage('changed');
  const next = await sendDue({ onChange: changed, onReceived: changed }, { all: true });
  channel.close();
  if (next !== null) throw new Error('the outbox is not empty');
}

/** The server says that someone opened a submission. */
type Opened = { kind: 'opened'; submission: 'button' | 'form'; client_id: string; opened_at: string };

const isSpanish = navigator.language.toLowerCase().startsWith('es');

worker.addEventListener('push', (event: PushEvent) => {
  event.waitUntil(showOpened(event.data?.json() as Opened | undefined));
});

async function showOpened(opened: Opened | undefined): Promise<void> {
  if (opened?.kind !== 'opened') return;
  const time = new Intl.DateTimeFormat(isSpanish ? 'es' : 'en', {
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(opened.opened_at));
  const what =
    opened.submission === 'button'
      ? isSpanish
        ? 'su alerta'
        : 'your alert'
      : isSpanish
        ? 'su formulario'
        : 'your form';
  const options = {
    body: isSpanish ? `A las ${time}` : `At ${time}`,
    tag: opened.client_id,
    icon: `${APP}icon-192.png`,
    badge: `${APP}icon-192.png`,
    data: opened.client_id,
    vibrate: [60, 60, 60],
  };
  await worker.registration.showNotification(
    isSpanish ? `Alguien vio ${what}` : `Someone saw ${what}`,
    options,
  );
}

worker.addEventListener('notificationclick', (event: ClickEvent) => {
  event.notification.close();
  event.waitUntil(openSubmission(String(event.notification.data)));
});

async function openSubmission(clientId: string): Promise<void> {
  const url = `${APP}#/sent/${clientId}`;
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (!open) return void (await worker.clients.openWindow(url));
  await open.focus();
  await open.navigate(url);
}

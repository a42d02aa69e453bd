import type { NotePayload, PushPayload } from '@callpoint/contract/push';
import { makeWay, sendDue } from './outbox/sender.ts';
import { sendReports } from './reports/send-reports.ts';
import { FIRST, pathOf, showNews } from './texts/news-notification.ts';
import {
  answeredNotification,
  NOTIFICATION_ICON,
  openedNotification,
  showCheckIn,
} from './texts/notification.ts';

/** The service worker: the app's files without a network, sending while the app is closed, and notifications. */

declare const FILES: readonly string[];
declare const VERSION: string;

type WorkerEvent = Event & { waitUntil(promise: Promise<unknown>): void };
/** The static routes of service workers: https://developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes */
type Route = { condition: { urlPattern: string }; source: 'network' };
type InstallEvent = WorkerEvent & { addRoutes?(routes: Route[]): Promise<void> | undefined };
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
const CACHE = PREFIX + VERSION;

worker.addEventListener('install', (event: InstallEvent) => {
  // Calls go to the network without waiting until the browser has started this worker, where the browser supports that.
  void event.addRoutes?.([{ condition: { urlPattern: '/mapi/*' }, source: 'network' }])?.catch(() => null);
  event.waitUntil(install());
});

/** All files or none: a version is complete before it is used. If this fails, the browser tries again later. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(APP + file, { cache: 'reload' })));
  const page = (await (await cache.match(APP))?.text()) ?? '';
  // During an upgrade, the page may come from a process of another version. Its files disappear with that process.
  const loaded = [...page.matchAll(/"\/phone\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  if (loaded.length > 0 && loaded.every((file) => FILES.includes(file))) return;
  await caches.delete(CACHE);
  throw new Error('the page is of another version');
}

worker.addEventListener('activate', (event: WorkerEvent) => {
  event.waitUntil(removeOldVersions());
});

async function removeOldVersions(): Promise<void> {
  // Open pages may still load files of their version: of an older one if several are open, and of the one before if this
  // version starts after the page has stopped waiting for it.
  if ((await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 1) return;
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
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
  return stored ?? (await caches.match(request)) ?? (await fetch(request));
}

worker.addEventListener('sync', (event: WorkerEvent) => {
  event.waitUntil(sendInBackground());
});

/** Fails while something waits: the browser then tries again later. */
async function sendInBackground(): Promise<void> {
  const channel = new BroadcastChannel('outbox');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has only our own origin.
  const changed = () => channel.postMessage('changed');
  // A press in the page ends an upload here.
  channel.addEventListener('message', ({ data }) => {
    if (data === 'emergency') makeWay();
  });
  // At the same time: the answer to a check-in must not wait until the pictures of a form are uploaded.
  const [outbox, reports] = await Promise.allSettled([sendDue(changed, { all: true }), sendReports()]);
  channel.close();
  if (outbox.status === 'rejected') throw outbox.reason;
  if (reports.status === 'rejected') throw reports.reason;
  if (reports.value.waits) throw new Error('a report is not sent');
  if (outbox.value !== null) throw new Error('the outbox is not empty');
}

worker.addEventListener('push', (event: PushEvent) => {
  event.waitUntil(showPushed(event.data?.json() as PushPayload | undefined));
});

/** Someone opened a submission or has its incident, or a check-in is due. */
async function showPushed(pushed: PushPayload | undefined): Promise<void> {
  // An open page reads the news immediately.
  const channel = new BroadcastChannel('push');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has only our own origin.
  channel.postMessage('pushed');
  channel.close();
  if (pushed?.kind === 'note') await showNote(pushed);
  if (pushed?.kind === 'check_in') await showCheckIn(worker.registration, pushed.raise_at);
  const { registration } = worker;
  if (pushed?.kind === 'incident') {
    const { client_id: clientId, newest: order } = pushed;
    await showNews(registration, { clientId, notice: answeredNotification(pushed), order });
  }
  if (pushed?.kind !== 'opened') return;
  // Who has the incident matters more than that someone saw it.
  const notice = openedNotification(pushed.submission, pushed.opened_at);
  await showNews(registration, { clientId: pushed.client_id, notice, order: FIRST });
}

/** A message to this person, for example about someone else's emergency. Its page is outside of the app. */
async function showNote({ id, title, body, path }: NotePayload): Promise<void> {
  await worker.registration.showNotification(title, {
    body,
    tag: id,
    icon: NOTIFICATION_ICON,
    badge: NOTIFICATION_ICON,
    data: path === null ? '/' : location.origin + path,
  });
}

worker.addEventListener('notificationclick', (event: ClickEvent) => {
  event.notification.close();
  event.waitUntil(openScreen(pathOf(event.notification.data)));
});

async function openScreen(path: string): Promise<void> {
  if (path.startsWith(`${location.origin}/`)) return void (await worker.clients.openWindow(path));
  const url = `${APP}#${path}`;
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (!open) return void (await worker.clients.openWindow(url));
  await open.focus();
  await open.navigate(url);
}

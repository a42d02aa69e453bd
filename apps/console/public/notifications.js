// The service worker of the console: it shows notifications while the console is closed. It caches nothing.

self.addEventListener('push', (event) => {
  event.waitUntil(showNext(event.data?.json()));
});

let last = Promise.resolve();

/** After a time without a network, several arrive at the same time. They are shown one after the other. */
async function showNext(note) {
  last = last.catch(() => {}).then(() => show(note));
  await last;
}

async function show(note) {
  if (note?.kind !== 'note') return;
  // A console that someone sees shows its incidents itself.
  const isOfConsole = note.path?.startsWith('/app/') === true;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (isOfConsole && pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const [shown] = await self.registration.getNotifications({ tag: note.id });
  const order = note.order ?? 0;
  const shownOrder = shown?.data?.order ?? 0;
  // Browsers end a subscription whose messages show nothing, so the newer note is shown again, silently.
  const { title, body } = order < shownOrder ? shown : note;
  await self.registration.showNotification(title, {
    body,
    // A repeated message replaces itself silently; news about the same incident alerts again.
    tag: note.id,
    renotify: shown !== undefined && (shown.title !== title || shown.body !== body),
    icon: '/app/favicon.svg',
    requireInteraction: true,
    data: { path: note.path, order: Math.max(order, shownOrder) },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification;
  // An older version of this file stored only the path.
  event.waitUntil(open(typeof data === 'string' ? data : data?.path));
});

async function open(path) {
  const target = new URL(typeof path === 'string' ? path : '/app/', self.location.origin);
  if (target.origin !== self.location.origin) return;
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page && target.pathname === '/app/') await page.focus();
  else await self.clients.openWindow(target.href);
}

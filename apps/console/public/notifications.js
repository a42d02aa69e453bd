// The service worker of the console: it shows notifications while the console is closed. It caches nothing.

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.json()));
});

async function show(note) {
  if (note?.kind !== 'note') return;
  // A console that someone sees shows its incidents itself.
  const isOfConsole = note.path?.startsWith('/app/') === true;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (isOfConsole && pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const [shown] = await self.registration.getNotifications({ tag: note.id });
  await self.registration.showNotification(note.title, {
    body: note.body,
    // A repeated message replaces itself silently; news about the same incident alerts again.
    tag: note.id,
    renotify: shown !== undefined && (shown.title !== note.title || shown.body !== note.body),
    icon: '/app/favicon.svg',
    requireInteraction: true,
    data: note.path,
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open(path) {
  const target = new URL(typeof path === 'string' ? path : '/app/', self.location.origin);
  if (target.origin !== self.location.origin) return;
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (page && target.pathname === '/app/') await page.focus();
  else await self.clients.openWindow(target.href);
}

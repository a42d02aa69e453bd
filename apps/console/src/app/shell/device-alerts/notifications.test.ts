import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const SOURCE = readFileSync(new URL('../../../../public/notifications.js', import.meta.url), 'utf8');

type Note = { kind: string; id: string; title: string; body: string; path: string; order?: number };
type Shown = { title: string; tag: string; body: string; renotify: boolean; data: unknown };

/** The service worker, with a browser that shows notifications: of one tag, the newest. */
function startWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const shown = new Map<string, Shown>();
  const opened: string[] = [];
  runInNewContext(SOURCE, {
    URL,
    self: {
      location: new URL('https://callpoint.example/app/notifications.js'),
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
      registration: {
        getNotifications: async ({ tag }: { tag: string }) =>
          [...shown.values()].filter((one) => one.tag === tag),
        showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
          void shown.set(options.tag, { ...options, title }),
      },
    },
  });
  const send = async (name: string, event: object) => {
    let done: Promise<void> | undefined;
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<void>) => (done = work) });
    await done;
  };
  return {
    opened,
    shown: () => [...shown.values()],
    push: (note: Note) => send('push', { data: { json: () => note } }),
    click: (data: unknown) => send('notificationclick', { notification: { data, close: () => {} } }),
  };
}

const OPENED: Note = {
  kind: 'note',
  id: 'incident-5',
  title: 'Lone Worker Emergency: Ana',
  body: '',
  path: '/app/incidents/5',
};

test('news about an incident replaces its notification and alerts again; a repeated message is silent', async () => {
  const { push, shown } = startWorker();
  await push(OPENED);
  await push(OPENED);
  expect(shown()).toMatchObject([{ title: OPENED.title, renotify: false }]);
  const title = `${OPENED.title} reports being safe`;
  await push({ ...OPENED, title });
  expect(shown()).toMatchObject([{ title, tag: 'incident-5', renotify: true }]);
});

test('the note of a new incident that arrives late shows the note that the person is safe again, silently', async () => {
  const { push, shown } = startWorker();
  const safe = {
    ...OPENED,
    title: `${OPENED.title} reports being safe`,
    body: 'Reason: By accident.',
    order: 1,
  };
  await Promise.all([push(safe), push(OPENED)]);
  await push(OPENED);
  expect(shown()).toMatchObject([{ title: safe.title, body: safe.body, renotify: false }]);
});

test('a click opens the incident, also of a notification that an older version has shown', async () => {
  const { push, shown, click, opened } = startWorker();
  await push(OPENED);
  await click(shown()[0]?.data);
  await click(OPENED.path);
  const url = 'https://callpoint.example/app/incidents/5';
  expect(opened).toEqual([url, url]);
});

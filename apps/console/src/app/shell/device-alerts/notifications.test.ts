import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const SOURCE = readFileSync(new URL('../../../../public/notifications.js', import.meta.url), 'utf8');

type Note = { kind: string; id: string; title: string; body: string; path: string };
type Shown = { title: string; tag: string; body: string; renotify: boolean };

/** The service worker, with a browser that shows notifications: of one tag, the newest. */
function startWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const shown = new Map<string, Shown>();
  runInNewContext(SOURCE, {
    self: {
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      clients: { matchAll: async () => [] },
      registration: {
        getNotifications: async ({ tag }: { tag: string }) =>
          [...shown.values()].filter((one) => one.tag === tag),
        showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
          void shown.set(options.tag, { ...options, title }),
      },
    },
  });
  return {
    shown: () => [...shown.values()],
    async push(note: Note) {
      let done: Promise<void> | undefined;
      const waitUntil = (work: Promise<void>) => (done = work);
      listeners.get('push')?.({ data: { json: () => note }, waitUntil });
      await done;
    },
  };
}

test('news about an incident replaces its notification and alerts again; a repeated message is silent', async () => {
  const { push, shown } = startWorker();
  const opened = {
    kind: 'note',
    id: 'incident-5',
    title: 'Lone Worker Emergency: Ana',
    body: '',
    path: '/app/incidents/5',
  };
  await push(opened);
  await push(opened);
  expect(shown()).toMatchObject([{ title: opened.title, renotify: false }]);
  const title = `${opened.title} reports being safe`;
  await push({ ...opened, title });
  expect(shown()).toMatchObject([{ title, tag: 'incident-5', renotify: true }]);
});

import type { PushPayload } from '@callpoint/contract/push';
import type { PhoneApp } from '../support/phone-app.ts';
import { expect, test } from '../support/test.ts';

/** The newest event that news is about. */
const newestOf = (seq: number) => ({ seq, at: `2026-11-25T18:0${seq}:00.000Z` });

/**
 * What the service worker asks the phone to show: a title, a text, the screen that it opens, which notification it
 * replaces, and whether the phone sounds again then.
 */
type Shown = { title: string; body: string; opens: string; replaces: string; again: boolean };

type ShownOptions = { body: string; data: string | { path: string }; tag: string; renotify: boolean };
type Notice = { title: string } & ShownOptions;

type WorkerGlobal = {
  shown: Shown[];
  registration: {
    getNotifications: (filter: { tag: string }) => Promise<Notice[]>;
    showNotification: (title: string, options: ShownOptions) => Promise<void>;
  };
};

/**
 * Closes the app, and delivers push messages to its service worker like the browser does. The browser of the tests shows
 * no notifications, so they are recorded where the worker passes them to the browser.
 */
async function closeApp({ page }: PhoneApp): Promise<{
  deliver: (payload: PushPayload) => Promise<void>;
  shown: () => Promise<Shown[]>;
}> {
  const context = page.context();
  const { origin } = new URL(page.url());
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('the app has no service worker');
  await worker.evaluate(() => {
    const own = globalThis as unknown as WorkerGlobal;
    own.shown = [];
    const notices = new Map<string, Notice>();
    own.registration.getNotifications = async ({ tag }) =>
      [...notices.values()].filter((one) => one.tag === tag);
    own.registration.showNotification = async (title, options) => {
      const { body, data, tag, renotify } = options;
      notices.set(tag, { title, ...options });
      const opens = typeof data === 'string' ? data : data.path;
      own.shown.push({ title, body, opens, replaces: tag, again: renotify });
    };
  });
  const session = await context.newCDPSession(await context.newPage());
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.close();
  return {
    async deliver(payload) {
      const data = JSON.stringify(payload);
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
    shown: () => worker.evaluate(() => (globalThis as unknown as WorkerGlobal).shown),
  };
}

test('The closed app shows who has an emergency or a drill, and that no one has it any longer', async ({
  phone,
}) => {
  await phone.waitForWorker();
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  const clientId = new URL(phone.page.url()).hash.replace('#/sent/', '');
  const app = await closeApp(phone);
  // News replace the news before, and the phone sounds again.
  const shown = { opens: `/sent/${clientId}`, replaces: clientId, again: true };

  const eta_at = '2026-11-25T19:07:00.000Z';
  const push = { kind: 'incident', client_id: clientId, is_drill: false, continues: false } as const;
  await app.deliver({ ...push, owner: 'Tess Miller', eta_at, newest: newestOf(2) });
  // A service worker has the time zone of the machine.
  const has = [
    {
      title: 'Tess Miller has it',
      body: expect.stringMatching(/^Arriving about \d+:07 [AP]M$/),
      ...shown,
    },
  ];
  await expect.poll(app.shown).toEqual(has);

  await app.deliver({ ...push, owner: null, eta_at: null, continues: true, newest: newestOf(4) });
  const none = { title: 'No one has it now', body: 'We keep notifying people.', ...shown };
  await expect.poll(app.shown).toEqual([...has, none]);

  // Older news that arrives later changes nothing.
  await app.deliver({ ...push, owner: 'Tess Miller', eta_at, newest: newestOf(3) });
  const still = { ...none, again: false };
  await expect.poll(app.shown).toEqual([...has, none, still]);

  await app.deliver({ ...push, owner: 'Tess Miller', eta_at: null, is_drill: true, newest: newestOf(5) });
  const drill = { title: 'DRILL: Tess Miller has it', body: '', ...shown };
  await expect.poll(app.shown).toEqual([...has, none, still, drill]);
});

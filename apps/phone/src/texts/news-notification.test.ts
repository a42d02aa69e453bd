import { expect, test } from 'vitest';
import { pathOf, showNews } from './news-notification.ts';

type Shown = { title: string; body: string; renotify: boolean; data: unknown };
type Options = { tag: string } & Omit<Shown, 'title'>;

const orderOf = (seq: number, minute = seq) => ({ seq, at: `2026-11-30T08:0${minute}:00.000Z` });

/** A phone that shows one notification of each tag, and how news about one submission arrive there. */
function phone({ canRead = true } = {}) {
  const shown = new Map<string, Shown>();
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) => {
      if (!canRead) throw new Error('not possible');
      return [shown.get(tag)].filter((one) => one !== undefined);
    },
    showNotification: async (title: string, { tag, body, renotify, data }: Options) => {
      shown.set(tag, { title, body, renotify, data });
    },
  } as unknown as ServiceWorkerRegistration;
  return {
    shown,
    /** @param at the minute of the event; default: its number */
    arrive: (title: string, seq?: number, { clientId = 'press-1', at = seq ?? 0 } = {}) =>
      showNews(registration, {
        clientId,
        notice: { title, body: `${title}.` },
        order: seq === undefined ? undefined : orderOf(seq, at),
      }),
  };
}

test('newer news replaces the notification and alerts again', async () => {
  const { shown, arrive } = phone();
  await arrive('Bob has it', 3);
  await arrive('No one has it now', 5);
  expect([...shown.values()]).toEqual([
    {
      title: 'No one has it now',
      body: 'No one has it now.',
      renotify: true,
      data: { path: '/sent/press-1', order: orderOf(5) },
    },
  ]);
});

test('older news that arrives later shows the newer one again, silently, also if both arrive together', async () => {
  const { shown, arrive } = phone();
  await Promise.all([arrive('No one has it now', 5), arrive('Bob has it', 3)]);
  await arrive('Someone saw your alert', 0);
  expect(shown.get('press-1')).toMatchObject({
    title: 'No one has it now',
    body: 'No one has it now.',
    renotify: false,
    data: { order: orderOf(5) },
  });
  await arrive('Ann has it', 6);
  expect(shown.get('press-1')).toMatchObject({ title: 'Ann has it', renotify: true });
});

test('news with a lower number and a later time is newer: a failover has lost events', async () => {
  const { shown, arrive } = phone();
  await arrive('Bob has it', 5);
  await arrive('No one has it now', 4, { at: 7 });
  expect(shown.get('press-1')).toMatchObject({ title: 'No one has it now', renotify: true });
});

test('news of an older server, of another submission, or on a phone that can’t read its notifications is shown', async () => {
  const { shown, arrive } = phone();
  await arrive('Bob has it', 3);
  await arrive('No one has it now');
  await arrive('Ann has it', 1);
  await arrive('Someone saw your form', 0, { clientId: 'form-1' });
  expect([...shown.values()].map(({ title }) => title)).toEqual(['Ann has it', 'Someone saw your form']);
  const other = phone({ canRead: false });
  await other.arrive('Bob has it', 3);
  await other.arrive('No one has it now', 4);
  expect(other.shown.get('press-1')).toMatchObject({ title: 'No one has it now' });
});

test('a notification opens the screen of its submission, also one that an older version showed', async () => {
  const { shown, arrive } = phone();
  await arrive('Bob has it', 3);
  expect(pathOf(shown.get('press-1')?.data)).toBe('/sent/press-1');
  expect(pathOf('/sent/press-1')).toBe('/sent/press-1');
});

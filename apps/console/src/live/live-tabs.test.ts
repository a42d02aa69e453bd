import type { LiveMessage } from '@callpoint/contract/live-events';
import { expect, test } from 'vitest';
import { joinTabs, type Leadership, type TabMessage } from './live-tabs.ts';

/** A browser whose tabs share one lock and one channel. */
function browser() {
  const channels = new Set<{ owner: object; receive: (tabMessage: TabMessage) => void }>();
  const waiting: { resolve: (lead: Leadership) => void; signal: AbortSignal }[] = [];
  let holder: { lose: () => void } | null = null;

  function grant(resolve: (lead: Leadership) => void): void {
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    const mine = { lose };
    holder = mine;
    resolve({
      lost,
      release() {
        if (holder !== mine) return;
        holder = null;
        const next = waiting.find(({ signal }) => !signal.aborted);
        if (!next) return;
        waiting.splice(waiting.indexOf(next), 1);
        grant(next.resolve);
      },
    });
  }

  return function tab() {
    const owner = {};
    const seen: string[] = [];
    const timers: { work: () => void; canceled: boolean }[] = [];
    const connections: { message: (message: LiveMessage) => void; up: (up: boolean) => void }[] = [];
    const tabs = joinTabs({
      channel(receive) {
        const own = { owner, receive };
        channels.add(own);
        return {
          send: (tabMessage) =>
            [...channels].filter((one) => one.owner !== owner).forEach((one) => one.receive(tabMessage)),
          close: () => channels.delete(own),
        };
      },
      lead: ({ steal, signal }) =>
        new Promise((resolve) => {
          if (steal) holder?.lose();
          if (steal || !holder) grant(resolve);
          else waiting.push({ resolve, signal });
        }),
      connect(handlers) {
        connections.push(handlers);
        seen.push('connects');
        return { close: () => seen.push('disconnects') };
      },
      later(work) {
        const timer = { work, canceled: false };
        timers.push(timer);
        return () => {
          timer.canceled = true;
        };
      },
      isVisible: () => true,
      onMessage: ({ kind }) => seen.push(kind),
      onUp: (up) => seen.push(up ? 'up' : 'down'),
      onLead: (leading) => seen.push(leading ? 'leads' : 'follows'),
    });
    const silence = () => timers.findLast(({ canceled }) => !canceled)?.work();
    return { ...tabs, seen, handlers: () => connections.at(-1), silence };
  };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}

test('one tab connects, all receive its messages, and a later tab learns the current state', async () => {
  const tab = browser();
  const first = tab();
  await settled();
  const second = tab();
  await settled();
  first.handlers()?.up(true);
  first.handlers()?.message({ kind: 'refetch' });
  expect(first.seen).toEqual(['leads', 'connects', 'up', 'refetch']);
  expect(second.seen).toEqual(['up', 'refetch']);
  const third = tab();
  await settled();
  expect(third.seen).toEqual(['up', 'refetch']);
});

test('a new tab receives the messages from before it joined, and no tab receives a message twice', async () => {
  const tab = browser();
  const first = tab();
  await settled();
  first.handlers()?.up(true);
  const press = {
    kind: 'submission.created',
    team_id: 1,
    submission: 'button',
    item_id: 5,
    id: 1,
    at: '2026-11-22T08:00:00.000Z',
  } as const;
  first.handlers()?.message(press);
  const second = tab();
  await settled();
  const third = tab();
  await settled();
  expect(second.seen).toEqual(['up', 'submission.created', 'up']);
  expect(third.seen).toEqual(['up', 'submission.created']);
});

test('when the leading tab closes, another becomes the leader', async () => {
  const tab = browser();
  const [first, second] = [tab(), tab()];
  await settled();
  first.close();
  await settled();
  expect(first.seen).toEqual(['leads', 'connects', 'disconnects']);
  expect(second.seen).toEqual(['leads', 'connects']);
  second.handlers()?.message({ kind: 'beat' });
  expect(first.seen).toHaveLength(3);
});

test('a sleeping leader loses the lead to a visible tab, and follows when it wakes', async () => {
  const tab = browser();
  const [asleep, seen] = [tab(), tab()];
  await settled();
  seen.silence();
  await settled();
  expect(seen.seen).toEqual(['leads', 'connects']);
  expect(asleep.seen).toEqual(['leads', 'connects', 'disconnects', 'follows']);
  seen.handlers()?.message({ kind: 'refetch' });
  expect(asleep.seen.at(-1)).toBe('refetch');
});

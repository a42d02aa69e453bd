import { expect, test } from 'vitest';
import { createConnectionStore } from './connection-store.ts';

function surroundings(answers: boolean[] = []) {
  const around = { online: true, waits: [] as number[], next: (): void => undefined };
  const store = createConnectionStore({
    browserIsOnline: () => around.online,
    probe: () => Promise.resolve(answers.shift() ?? false),
    later: (work, ms) => {
      around.waits.push(ms);
      around.next = work;
    },
  });
  const states: string[] = [];
  store.subscribe(() => states.push(store.current()));
  const set = (online: boolean) => {
    around.online = online;
    store.browserChanged();
  };
  return { store, around, states, set };
}

/** Lets a probe's promise settle. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
}

test('a call without a response is a lost connection, the next response restores it', () => {
  const { store, states } = surroundings();
  store.reached(false);
  store.reached(false);
  store.reached(true);
  expect(states).toEqual(['unreachable', 'online']);
});

test('an unreachable server is probed, at longer and longer intervals, until it responds', async () => {
  const { store, around, states } = surroundings([false, false, false, false, false, true]);
  store.reached(false);
  for (let look = 1; look <= 6; look += 1) {
    around.next();
    await settled();
  }
  expect(around.waits).toEqual([2_000, 3_000, 5_000, 10_000, 15_000, 15_000]);
  expect(states).toEqual(['unreachable', 'online']);
});

test('several failing calls start one probe', () => {
  const { store, around } = surroundings();
  store.reached(false);
  store.reached(false);
  expect(around.waits).toHaveLength(1);
});

test('a browser without network is offline; when it has one again, the server is probed', async () => {
  const { around, states, set } = surroundings([true]);
  set(false);
  set(true);
  around.next();
  await settled();
  expect(states).toEqual(['offline', 'unreachable', 'online']);
});

test('without live events the state is reconnecting; a lost connection has priority', () => {
  const { store, states, set } = surroundings();
  store.live(false);
  store.live(false);
  set(false);
  store.reached(true);
  store.live(true);
  expect(states).toEqual(['reconnecting', 'offline', 'reconnecting', 'online']);
});

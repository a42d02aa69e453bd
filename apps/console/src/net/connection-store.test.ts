import { expect, test } from 'vitest';
import { createConnectionStore } from './connection-store.ts';

function setUp(responses: boolean[] = []) {
  const environment = { online: true, waits: [] as number[], next: (): void => undefined };
  const store = createConnectionStore({
    browserIsOnline: () => environment.online,
    probe: () => Promise.resolve(responses.shift() ?? false),
    later: (work, ms) => {
      environment.waits.push(ms);
      environment.next = work;
    },
  });
  const states: string[] = [];
  store.subscribe(() => states.push(store.current()));
  const set = (online: boolean) => {
    environment.online = online;
    store.browserChanged();
  };
  return { store, environment, states, set };
}

/** Lets a probe's promise settle. */
async function settled(): Promise<void> {
  for (let tick = 0; tick < 4; tick += 1) await Promise.resolve();
}

test('a call without a response is a lost connection, the next response restores it', () => {
  const { store, states } = setUp();
  store.reached(false);
  store.reached(false);
  store.reached(true);
  expect(states).toEqual(['unreachable', 'online']);
});

test('an unreachable server is probed, at longer and longer intervals, until it responds', async () => {
  const { store, environment, states } = setUp([false, false, false, false, false, true]);
  store.reached(false);
  for (let probe = 1; probe <= 6; probe += 1) {
    environment.next();
    await settled();
  }
  expect(environment.waits).toEqual([2_000, 3_000, 5_000, 10_000, 15_000, 15_000]);
  expect(states).toEqual(['unreachable', 'online']);
});

test('whoever waits for the server continues when it responds: immediately, or after a probe', async () => {
  const { store, environment, states } = setUp([true, false, true]);
  expect(await store.whenResponding()).toBe(true);
  let result: boolean | null = null;
  void store.whenResponding().then((immediately) => (result = immediately));
  await settled();
  expect([result, states]).toEqual([null, ['unreachable']]);
  environment.next();
  await settled();
  expect([result, states]).toEqual([false, ['unreachable', 'online']]);
});

test('several failing calls start one probe', () => {
  const { store, environment } = setUp();
  store.reached(false);
  store.reached(false);
  expect(environment.waits).toHaveLength(1);
});

test('a browser without network is offline; when it has one again, the server is probed', async () => {
  const { environment, states, set } = setUp([true]);
  set(false);
  set(true);
  environment.next();
  await settled();
  expect(states).toEqual(['offline', 'unreachable', 'online']);
});

test('without live events the state is reconnecting; a lost connection has priority', () => {
  const { store, states, set } = setUp();
  store.live(false);
  store.live(false);
  set(false);
  store.reached(true);
  store.live(true);
  expect(states).toEqual(['reconnecting', 'offline', 'reconnecting', 'online']);
});

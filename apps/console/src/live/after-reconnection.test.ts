import { expect, test } from 'vitest';
import { createConnectionStore } from '../net/connection-store.ts';
import { afterReconnection } from './after-reconnection.ts';

/** Lets a promise settle. */
async function settled(): Promise<void> {
  for (let tick = 0; tick < 6; tick += 1) await Promise.resolve();
}

test('a call that never gets through among others that do repeats the work at intervals, not each time', async () => {
  const connection = createConnectionStore({
    browserIsOnline: () => true,
    probe: () => Promise.resolve(true),
    later: () => undefined,
  });
  const waits: { work: () => void; ms: number }[] = [];
  let count = 0;
  const stop = afterReconnection(
    connection,
    () => (count += 1),
    (work, ms) => void waits.push({ work, ms }),
  );
  const interrupt = () => {
    connection.reached(false);
    connection.reached(true);
  };
  for (let time = 0; time < 50; time += 1) interrupt();
  expect(count).toBe(1);
  expect(waits.map(({ ms }) => ms)).toEqual([5_000]);

  waits.shift()?.work();
  await settled();
  expect(count).toBe(2);

  waits.shift()?.work();
  await settled();
  expect(count).toBe(2);
  interrupt();
  expect(count).toBe(3);

  stop();
  waits.shift()?.work();
  await settled();
  interrupt();
  expect(count).toBe(3);
});

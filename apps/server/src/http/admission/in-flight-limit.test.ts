import { expect, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
import { limitInFlight, type InFlightLimits } from './in-flight-limit.ts';

const LIMITS: InFlightLimits = {
  wait: 250,
  atLeast: 2,
  all: 1000,
  perKey: 1000,
  always: 0,
  total: 1000,
};

test('rejects submissions beyond the limit with Retry-After; urgent ones have twice the limit', async () => {
  const run = limitInFlight({ ...LIMITS, all: 2, perKey: 2, always: 0 });
  const { opened, open } = gate();
  const wait = () => opened.then(() => 'done');
  const first = [run('a', false, wait), run('b', false, wait)];
  await expect(run('c', false, wait)).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  const urgent = [run('a', true, wait), run('b', true, wait)];
  await expect(run('c', true, wait)).rejects.toMatchObject({ status: 503 });
  open();
  expect(await Promise.all([...first, ...urgent])).toEqual(['done', 'done', 'done', 'done']);
  expect(await run('c', false, async () => 'again')).toBe('again');
  await expect(run('c', false, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run('c', false, async () => 'after a failure')).toBe('after a failure');
});

test('one subscriber cannot use the entire limit, and a subscriber with few submissions is accepted when the limit is reached', async () => {
  const run = limitInFlight({ ...LIMITS, all: 6, perKey: 3, always: 1 });
  const { opened, open } = gate();
  const wait = () => opened;
  const inFlight = [run('a', false, wait), run('a', false, wait), run('a', false, wait)];
  await expect(run('a', false, wait)).rejects.toMatchObject({ status: 503 });
  inFlight.push(run('b', false, wait), run('b', false, wait), run('b', false, wait));
  await expect(run('b', false, wait)).rejects.toMatchObject({ status: 503 });
  inFlight.push(run('c', false, wait), run('d', false, wait));
  await expect(run('c', false, wait)).rejects.toMatchObject({ status: 503 });
  open();
  await Promise.all(inFlight);
});

/** Submissions in flight of many subscribers, which all end when `end` is called. */
function manyInFlight(limits: Partial<InFlightLimits>) {
  let time = 0;
  const run = limitInFlight({ ...LIMITS, ...limits }, () => time);
  let round = gate();
  let results: Promise<boolean>[] = [];
  /** Sends so many, and returns how many are accepted. */
  const send = (count: number, key = (index: number) => `${index}`) => {
    let accepted = 0;
    const { opened } = round;
    for (let index = 0; index < count; index += 1) {
      const work = async (countTime: () => void) => {
        accepted += 1;
        await opened;
        countTime();
      };
      results.push(
        run(key(index), false, work).then(
          () => true,
          () => false,
        ),
      );
    }
    return accepted;
  };
  const end = async (after: number) => {
    time += after;
    round.open();
    await Promise.all(results);
    results = [];
    round = gate();
  };
  return { send, end };
}

test('accepts fewer at the same time while submissions take long, and more again afterwards', async () => {
  const { send, end } = manyInFlight({ atLeast: 10 });
  expect(send(1500)).toBe(1000);
  // About 5 ms each: 250 ms are about 50 submissions.
  await end(5000);
  const accepted = send(1500);
  expect(accepted).toBeGreaterThan(35);
  expect(accepted).toBeLessThan(65);
  // Submissions that hang leave a minimum.
  await end(1_000_000);
  expect(send(1500)).toBe(10);
  for (let round = 0; round < 200; round += 1) {
    await end(1);
    send(1500);
  }
  await end(1);
  expect(send(1500)).toBe(1000);
});

test('while submissions take long, one subscriber has at most half of what is accepted', async () => {
  const { send, end } = manyInFlight({ atLeast: 100, perKey: 500, always: 5, total: 3000 });
  expect(send(500)).toBe(500);
  await end(10_000);
  expect(send(500, () => 'a')).toBe(50);
  expect(send(30, () => 'b')).toBe(30);
});

test('accepts as many as before when the last slow submissions are some seconds ago', async () => {
  const { send, end } = manyInFlight({ atLeast: 100 });
  send(1000);
  await end(60_000);
  expect(send(1500)).toBe(100);
  await end(0);
  await end(3000);
  expect(send(1500)).toBe(1000);
});

test('a few submissions do not change how many are accepted, however long they take', async () => {
  const { send, end } = manyInFlight({ atLeast: 10 });
  expect(send(4)).toBe(4);
  await end(60_000);
  expect(send(1500)).toBe(1000);
});

test('submissions of many subscribers with few each have a limit too', () => {
  expect(manyInFlight({ all: 10, always: 2, total: 1000 }).send(100)).toBe(20);
  expect(manyInFlight({ all: 10, always: 2, total: 15 }).send(100)).toBe(15);
});

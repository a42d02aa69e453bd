import { expect, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
import { limitInFlight } from './in-flight-limit.ts';

test('rejects submissions beyond the limit with Retry-After; urgent ones have twice the limit', async () => {
  const run = limitInFlight({ all: 2, perKey: 2, always: 0 });
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
  const run = limitInFlight({ all: 4, perKey: 3, always: 1 });
  const { opened, open } = gate();
  const wait = () => opened;
  const inFlight = [run('a', false, wait), run('a', false, wait), run('a', false, wait)];
  await expect(run('a', false, wait)).rejects.toMatchObject({ status: 503 });
  inFlight.push(run('b', false, wait));
  await expect(run('b', false, wait)).rejects.toMatchObject({ status: 503 });
  inFlight.push(run('c', false, wait), run('d', false, wait));
  open();
  await Promise.all(inFlight);
});

import { expect, test } from 'vitest';
import { gate } from '../../testing/outbox.ts';
import { limitInFlight } from './in-flight-limit.ts';

test('rejects submissions beyond the limit with Retry-After; urgent ones have twice the limit', async () => {
  const run = limitInFlight({ all: 2, perKey: 2, always: 0 });
  const { opened, open } = gate();
  const hold = () => opened.then(() => 'done');
  const first = [run('a', false, hold), run('b', false, hold)];
  await expect(run('c', false, hold)).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  const urgent = [run('a', true, hold), run('b', true, hold)];
  await expect(run('c', true, hold)).rejects.toMatchObject({ status: 503 });
  open();
  expect(await Promise.all([...first, ...urgent])).toEqual(['done', 'done', 'done', 'done']);
  expect(await run('c', false, async () => 'again')).toBe('again');
  await expect(run('c', false, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run('c', false, async () => 'after a failure')).toBe('after a failure');
});

test('one subscriber cannot use the entire limit, and a quiet one is accepted when the limit is reached', async () => {
  const run = limitInFlight({ all: 4, perKey: 3, always: 1 });
  const { opened, open } = gate();
  const hold = () => opened;
  const held = [run('a', false, hold), run('a', false, hold), run('a', false, hold)];
  await expect(run('a', false, hold)).rejects.toMatchObject({ status: 503 });
  held.push(run('b', false, hold));
  await expect(run('b', false, hold)).rejects.toMatchObject({ status: 503 });
  held.push(run('c', false, hold), run('d', false, hold));
  open();
  await Promise.all(held);
});

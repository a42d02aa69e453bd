import { expect, test } from 'vitest';
import { gate } from '../testing/outbox.ts';
import { underWay } from './under-way.ts';

test('beyond the limit work is refused at once with when to come again; the urgent has twice the room', async () => {
  const run = underWay(2);
  const { opened, open } = gate();
  const hold = () => opened.then(() => 'done');
  const first = [run(false, hold), run(false, hold)];
  await expect(run(false, hold)).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  const urgent = [run(true, hold), run(true, hold)];
  await expect(run(true, hold)).rejects.toMatchObject({ status: 503 });
  open();
  expect(await Promise.all([...first, ...urgent])).toEqual(['done', 'done', 'done', 'done']);
  expect(await run(false, async () => 'again')).toBe('again');
  await expect(run(false, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run(false, async () => 'after a failure')).toBe('after a failure');
});

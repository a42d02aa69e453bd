import { expect, test } from 'vitest';
import { Backoff, retry } from './backoff.ts';

test('doubles the wait with each fault up to the longest, and starts again after a success', () => {
  const backoff = new Backoff({ first: 100, longest: 1000 });
  expect([1, 2, 3, 4, 5, 6].map(() => backoff.next())).toEqual([100, 200, 400, 800, 1000, 1000]);
  backoff.reset();
  expect(backoff.next()).toBe(100);
});

/** Work that fails so many times, and how often it was called. */
function failing(times: number) {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw new Error(`failed ${calls}`);
    return calls;
  };
  return { work, calls: () => calls };
}

const options = { waits: [1, 1], isFinal: () => false, signal: new AbortController().signal };

test('retries until the work succeeds, once after each wait', async () => {
  expect(await retry(failing(2).work, options)).toBe(3);
  const { work, calls } = failing(9);
  await expect(retry(work, options)).rejects.toThrow('failed 3');
  expect(calls()).toBe(3);
});

test('starts no further attempt after a final error or an abort', async () => {
  const final = failing(1);
  await expect(retry(final.work, { ...options, isFinal: () => true })).rejects.toThrow('failed 1');
  expect(final.calls()).toBe(1);
  const stopping = new AbortController();
  const aborted = failing(1);
  const result = retry(aborted.work, { ...options, waits: [60_000], signal: stopping.signal });
  setImmediate(() => stopping.abort());
  await expect(result).rejects.toThrow('aborted');
  expect(aborted.calls()).toBe(1);
});

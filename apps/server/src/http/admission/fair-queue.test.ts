import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallError } from '../errors/call-error.ts';
import type { Semaphore } from '../../scheduling/semaphore.ts';
import { fairQueue } from './fair-queue.ts';

const TEXTS = {
  tooManyOfKey: { msg: 'Yours are still running.', retryAfter: 3 },
  tooManyWaiting: { msg: 'Too many are waiting.', retryAfter: 7 },
};

/** Work that runs until the test finishes it, and the order in which it started. */
function workbench(queue: Semaphore) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: string, name: string, signal?: AbortSignal) =>
    queue.run(
      key,
      () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { run, end, started };
}

test('runs as much work concurrently as it has slots, and more when slots are released', async () => {
  const queue = fairQueue({ concurrency: 2, perKey: 9, waiting: 9, ...TEXTS });
  const { run, end, started } = workbench(queue);
  const all = ['1', '2', '3'].map((name) => run('a', name));
  expect(started).toEqual(['1', '2']);
  await end('2');
  expect(started).toEqual(['1', '2', '3']);
  await end('1');
  await end('3');
  expect(await Promise.all(all)).toEqual(['1', '2', '3']);
  expect(queue.size).toBe(0);
});

test('serves waiting keys in round-robin order', async () => {
  const queue = fairQueue({ concurrency: 1, perKey: 9, waiting: 9, ...TEXTS });
  const { run, end, started } = workbench(queue);
  const calls = [
    run('a', 'a1'),
    run('a', 'a2'),
    run('a', 'a3'),
    run('a', 'a4'),
    run('b', 'b1'),
    run('c', 'c1'),
  ];
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await end(name);
  await Promise.all(calls);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('rejects more work of one key with 429, and accepts it again afterwards', async () => {
  const queue = fairQueue({ concurrency: 1, perKey: 2, waiting: 9, ...TEXTS });
  const { run, end } = workbench(queue);
  const [one, two] = [run('a', '1'), run('a', '2')];
  await expect(run('a', '3')).rejects.toMatchObject({
    status: 429,
    message: 'Yours are still running.',
    retryAfter: 3,
  });
  const other = run('b', 'b');
  for (const name of ['1', '2', 'b']) await end(name);
  await Promise.all([one, two, other]);
  const again = run('a', 'again');
  await end('again');
  expect(await again).toBe('again');
});

test('rejects with 503 when too much of all keys is waiting', async () => {
  const queue = fairQueue({ concurrency: 1, perKey: 1, waiting: 1, ...TEXTS });
  const { run, end } = workbench(queue);
  const [one, two] = [run('a', '1'), run('b', '2')];
  await expect(run('c', '3')).rejects.toMatchObject({
    status: 503,
    message: 'Too many are waiting.',
    retryAfter: 7,
  });
  await end('1');
  await end('2');
  await Promise.all([one, two]);
  expect(queue.size).toBe(0);
});

test('releases the slot of failed work, and removes an aborted caller from the queue', async () => {
  const queue = fairQueue({ concurrency: 1, perKey: 9, waiting: 9, ...TEXTS });
  const { run, end, started } = workbench(queue);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const caller = new AbortController();
  const first = run('a', '1');
  const aborted = run('a', 'aborted', caller.signal);
  const stays = run('b', '2');
  caller.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  await expect(run('a', 'late', caller.signal)).rejects.toThrow('gone');
  await end('1');
  await end('2');
  await Promise.all([first, stays]);
  expect(started).toEqual(['1', '2']);
  expect(queue.size).toBe(0);
});

test('a slot rests after its work; the result is returned immediately', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = fairQueue({ concurrency: 1, perKey: 9, waiting: 9, ...TEXTS, throttleDelay: () => 50 });
  const started: string[] = [];
  const run = (name: string) => queue.run('a', async () => started.push(name));
  const second = run('1').then(() => run('2'));
  await vi.advanceTimersByTimeAsync(49);
  expect(started).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(1);
  await second;
  expect(started).toEqual(['1', '2']);
});

test('in a full queue, work of a key with few entries replaces the newest work of the key with the most', async () => {
  const queue = fairQueue({ concurrency: 1, perKey: 9, waiting: 4, ...TEXTS });
  const { run, end, started } = workbench(queue);
  const flood = ['a0', 'a1', 'a2', 'a3'].map((name) => run('a', name));
  const [, , third, fourth] = flood.map((one) => one.catch((error: CallError) => error.status));
  const others = [run('b', 'b1'), run('c', 'c1'), run('d', 'd1')];
  expect([await third, await fourth]).toEqual([503, 503]);
  // Each has one now: none is replaced.
  await expect(run('e', 'e1')).rejects.toMatchObject({ status: 503 });
  for (const name of ['a0', 'a1', 'b1', 'c1', 'd1']) await end(name);
  expect(started).toEqual(['a0', 'a1', 'b1', 'c1', 'd1']);
  expect(await Promise.all(others)).toEqual(['b1', 'c1', 'd1']);
  expect(queue.size).toBe(0);
});

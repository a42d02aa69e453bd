import { expect, onTestFinished, test, vi } from 'vitest';
import type { Overloaded } from './overloaded.ts';
import { Semaphore } from './semaphore.ts';

test('gives one permit to callers one at a time, in the order of their requests', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  const events: string[] = [];
  const work = async (name: string) => {
    await semaphore.acquire();
    events.push(`${name} starts`);
    await Promise.resolve();
    events.push(`${name} finishes`);
    semaphore.release();
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work));
  await work('f');
  expect(events).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => [`${name} starts`, `${name} finishes`]),
  );
});

test('passes a released permit to the next waiting caller, not to a caller that arrives at that moment', async () => {
  const semaphore = new Semaphore({ permits: 1 });
  await semaphore.acquire();
  const events: string[] = [];
  const second = semaphore.acquire().then(() => events.push('second'));
  semaphore.release();
  const third = semaphore.acquire().then(() => events.push('third'));
  await second;
  expect(events).toEqual(['second']);
  semaphore.release();
  await third;
  expect(events).toEqual(['second', 'third']);
});

test('gives several permits to as many callers at a time', async () => {
  const semaphore = new Semaphore({ permits: 3 });
  let [running, most] = [0, 0];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await semaphore.acquire();
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      semaphore.release();
    }),
  );
  expect([running, most]).toEqual([0, 3]);
});

test('gives permits to waiting keys in round-robin order, also with several permits', async () => {
  const semaphore = new Semaphore({ permits: 2 });
  const served: string[] = [];
  const work = async (name: string) => {
    await semaphore.acquire(name.charAt(0));
    served.push(name);
    await Promise.resolve();
    semaphore.release(name.charAt(0));
  };
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(work));
  expect(served).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  expect(semaphore.size).toBe(0);
});

test('rejects a caller that waits too long, and gives the permit to the next one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const semaphore = new Semaphore({ permits: 1, longestWait: 1000 });
  await semaphore.acquire();
  const reasons: string[] = [];
  const first = semaphore.acquire().catch((error: Overloaded) => reasons.push(error.reason));
  await vi.advanceTimersByTimeAsync(500);
  const second = semaphore.acquire();
  await vi.advanceTimersByTimeAsync(499);
  expect(reasons).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  expect(reasons).toEqual(['timeout']);
  semaphore.release();
  await second;
  // A caller that has its permit is no longer timed.
  await vi.advanceTimersByTimeAsync(5000);
  expect([semaphore.size, reasons]).toEqual([1, ['timeout']]);
});

test('rejects with the reason if a key or all keys have too much work, and no longer counts released permits', async () => {
  const semaphore = new Semaphore({ permits: 1, perKey: 2, waiting: 2 });
  await semaphore.acquire('a');
  const waiting = [semaphore.acquire('a'), semaphore.acquire('b')];
  await expect(semaphore.acquire('a')).rejects.toMatchObject({ reason: 'key' });
  await expect(semaphore.acquire('c')).rejects.toMatchObject({ reason: 'all' });
  semaphore.release('a');
  await waiting[0];
  const again = semaphore.acquire('a');
  semaphore.release('a');
  await waiting[1];
  semaphore.release('b');
  await again;
  expect(semaphore.size).toBe(1);
});

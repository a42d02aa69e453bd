import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

test('one permit: callers have it one at a time, in the order in which they asked', async () => {
  const semaphore = new Semaphore(1);
  const heard: string[] = [];
  const work = async (name: string) => {
    await semaphore.acquire();
    heard.push(`${name} begins`);
    await Promise.resolve();
    heard.push(`${name} ends`);
    semaphore.release();
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work));
  await work('f');
  expect(heard).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('a permit that is released goes to the next in line, not to a caller that comes at that moment', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  const heard: string[] = [];
  const second = semaphore.acquire().then(() => heard.push('second'));
  semaphore.release();
  const third = semaphore.acquire().then(() => heard.push('third'));
  await second;
  expect(heard).toEqual(['second']);
  semaphore.release();
  await third;
  expect(heard).toEqual(['second', 'third']);
});

test('several permits: so many callers at a time', async () => {
  const semaphore = new Semaphore(3);
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

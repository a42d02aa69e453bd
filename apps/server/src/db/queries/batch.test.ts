import { expect, test } from 'vitest';
import { batched } from './batch.ts';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';
import { Overloaded } from '../../scheduling/overloaded.ts';
import { gate } from '../../testing/outbox.ts';

type Item = { key: string; weight: number };

/** Runs all `items` concurrently, and returns the keys of each batch, in order. */
async function batchesOf(items: readonly Item[]): Promise<string[]> {
  const batches: string[] = [];
  const run = batched<Item, string>(
    { items: 4, weight: 10, weightOf: ({ weight }) => weight, keyOf: ({ key }) => key },
    async (batch) => {
      batches.push(batch.map(({ key }) => key).join(''));
      return batch.map(({ key }) => key);
    },
  );
  const results = await Promise.all(items.map(run));
  expect(results).toEqual(items.map(({ key }) => key));
  return batches;
}

const many = (key: string, count: number, weight: number) =>
  Array.from({ length: count }, () => ({ key, weight }));

test('items of one key fill batches in the order of arrival', async () => {
  expect(await batchesOf(many('a', 6, 1))).toEqual(['aaaa', 'aa']);
});

test('a key waits for one item of another key, not for all its earlier items', async () => {
  expect(await batchesOf([...many('a', 9, 1), ...many('b', 1, 1)])).toEqual(['abaa', 'aaaa', 'aa']);
});

test('a key waits for one heavy item of another key, not for all of them', async () => {
  expect(await batchesOf([...many('a', 5, 20), ...many('b', 1, 1)])).toEqual(['a', 'b', 'a', 'a', 'a', 'a']);
});

test('continues the round-robin order of keys in the next batch', async () => {
  const items = [...many('a', 3, 20), ...many('b', 3, 20), ...many('c', 1, 20)];
  expect(await batchesOf(items)).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'b']);
});

test('other work runs between batches that wait for nothing', async () => {
  const order: string[] = [];
  const run = batched<number, number>(
    { items: 2, weight: 100, weightOf: () => 1, keyOf: () => 'key' },
    async (batch, startNext) => {
      order.push(`batch of ${batch.join(' and ')}`);
      setImmediate(() => order.push('other work'));
      startNext();
      return batch;
    },
  );
  await Promise.all([1, 2, 3, 4, 5, 6].map(run));
  expect(order.slice(0, 5)).toEqual([
    'batch of 1 and 2',
    'other work',
    'batch of 3 and 4',
    'other work',
    'batch of 5 and 6',
  ]);
});

test('the next batch starts when the one before says so, or when it ends', async () => {
  const started: string[][] = [];
  const ends: (() => void)[] = [];
  const starts: (() => void)[] = [];
  const run = batched<string, string>(
    { items: 2, weight: 100, weightOf: () => 1, keyOf: (item) => item },
    async (items, startNext) => {
      started.push(items);
      starts.push(startNext);
      await new Promise<void>((resolve) => void ends.push(resolve));
      return items;
    },
  );
  const results = ['a', 'b', 'c', 'd', 'e'].map((item) => run(item));
  const untilStarted = async (count: number) => {
    await expect.poll(() => started).toHaveLength(count);
  };
  await untilStarted(1);
  starts[0]?.();
  await untilStarted(2);
  ends[1]?.();
  await untilStarted(3);
  expect(started).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  ends[2]?.();
  ends[0]?.();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a batch that fails after the next has started is run again, one item at a time', async () => {
  const runs: string[][] = [];
  const run = batched<string, string>(
    { items: 2, weight: 100, weightOf: () => 1, keyOf: (item) => item },
    async (items, startNext) => {
      runs.push(items);
      startNext();
      await Promise.resolve();
      if (items.includes('bad')) throw new Error('bad');
      return items;
    },
  );
  const results = await Promise.allSettled(['a', 'bad', 'c'].map((item) => run(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs.toSorted((a, b) => b.length - a.length)[0]).toEqual(['a', 'bad']);
});

test.each([
  ['the database is not available', new DatabaseUnavailable(new Error('Query read timeout'))],
  ['no connection is free in time', new Overloaded('timeout')],
])('if %s, each item of a batch fails at once', async (_why, error) => {
  const runs: string[][] = [];
  const run = batched<string, string>(
    { items: 2, weight: 100, weightOf: () => 1, keyOf: (item) => item },
    async (items) => {
      runs.push(items);
      if (items.includes('a')) throw error;
      return items;
    },
  );
  const results = await Promise.allSettled(['a', 'b', 'c'].map((item) => run(item)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(runs).toEqual([['a', 'b'], ['c']]);
});

test('if a key waits too long for a lock, the items of others succeed, and its own wait once more, together', async () => {
  const runs: string[][] = [];
  const lockTimeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const run = batched<string, string>(
    { items: 5, weight: 100, weightOf: () => 1, keyOf: (item) => item.slice(0, 1) },
    async (items) => {
      runs.push(items);
      await Promise.resolve();
      if (items.some((item) => item.startsWith('a'))) throw lockTimeout;
      return items;
    },
  );
  const results = await Promise.allSettled(['a1', 'b1', 'a2', 'c1', 'c2'].map((item) => run(item)));
  expect(results.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(runs).toEqual([['a1', 'b1', 'c1', 'a2', 'c2'], ['a1', 'a2'], ['b1'], ['c1', 'c2']]);
});

test('the next batch does not wait for the items of one that has failed, which run again', async () => {
  const waiting = gate();
  let attempts = 0;
  const run = batched<string, string>(
    { items: 2, weight: 100, weightOf: () => 1, keyOf: (item) => item },
    async (items) => {
      attempts += 1;
      if (attempts === 1) throw new Error('failed once');
      if (items.includes('a')) await waiting.opened;
      return items;
    },
  );
  const [first, , third] = ['a', 'b', 'c'].map((item) => run(item));
  expect(await third).toBe('c');
  waiting.open();
  expect(await first).toBe('a');
});

import { expect, test } from 'vitest';
import { mergeBatches } from './merge-batches.ts';

async function* batches(...given: number[][]): AsyncGenerator<number[], void> {
  yield* given;
}

const isBefore = (a: number, b: number) => a < b;

test('batches of two sources are merged in their order', async () => {
  const merged = await Array.fromAsync(
    mergeBatches([batches([1, 4], [6, 9]), batches([2, 3], [5])], isBefore),
  );
  expect(merged.flat()).toEqual([1, 2, 3, 4, 5, 6, 9]);
  const alone = await Array.fromAsync(mergeBatches([batches(), batches([2], [3])], isBefore));
  expect(alone.flat()).toEqual([2, 3]);
});

test('an empty batch is passed on, and a reader that stops there ends both sources', async () => {
  const [one, other] = [batches([], [], [1]), batches([2])];
  const merged = mergeBatches([one, other], isBefore);
  expect(await merged.next()).toEqual({ value: [], done: false });
  await merged.return();
  for (const source of [one, other]) expect(await source.next()).toEqual({ value: undefined, done: true });
});

import { setImmediate as nextTick } from 'node:timers/promises';

export type BatchLimits<Item> = {
  /** Items of one batch at most. */
  items: number;
  /** Together they weigh at most so much; one that weighs more is a batch of its own. */
  weight: number;
  weightOf: (item: Item) => number;
  /** Whose item it is: keys take turns. */
  keyOf: (item: Item) => string | number;
};

/**
 * Gathers calls that arrive in the same tick of the event loop and runs them as one batch: one transaction, so one
 * wait for the disk. While a batch runs, the next one gathers. `run` answers one result per item, in their order, or
 * throws and has changed nothing: each item is then run by itself, and gets its own result or error.
 */
export function batched<Item, Result>(
  { items, weight, weightOf, keyOf }: BatchLimits<Item>,
  run: (items: Item[]) => Promise<Result[]>,
) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  /** What waits, by key; the key at the front is the next one that is served. */
  const queues = new Map<string | number, Waiting[]>();
  let running = false;

  /** Takes the next batch: one item of each key in turn, so that no key waits behind the many or heavy items of another. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    let sum = 0;
    for (const [key, queue] of queues) {
      const [first] = queue;
      if (!first || batch.length === items) break;
      sum += weightOf(first.item);
      if (batch.length > 0 && sum > weight) break;
      batch.push(first);
      queue.shift();
      queues.delete(key);
      // The loop comes to it again, after the others.
      if (queue.length > 0) queues.set(key, queue);
    }
    return batch;
  }

  async function runBatches(): Promise<void> {
    while (queues.size > 0) {
      const batch = takeBatch();
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, at) => {
          if (at < results.length) resolve(results[at] as Result);
          else reject(new Error('a batch answered fewer results than it was given items'));
        });
      } catch (error) {
        // One item that the database rejects must not fail the others: each once more, by itself.
        if (batch.length === 1) batch[0]?.reject(error);
        else
          for (const one of batch)
            await run([one.item]).then(([result]) => one.resolve(result as Result), one.reject);
      }
      // A batch that was cut because of its weight took long: let other calls in.
      if (queues.size > 0 && batch.length < items) await nextTick();
    }
    running = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key) ?? [];
      queue.push({ item, resolve, reject });
      queues.set(key, queue);
      if (running) return;
      running = true;
      setImmediate(() => void runBatches());
    });
}

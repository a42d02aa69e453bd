import { setImmediate as nextTick } from 'node:timers/promises';

export type BatchLimits<Item> = {
  /** Items of one batch at most. */
  items: number;
  /** Together they weigh at most so much; one that weighs more is a batch of its own. */
  weight: number;
  weightOf: (item: Item) => number;
};

/**
 * Gathers calls that arrive in the same tick of the event loop and runs them as one batch: one transaction, so one
 * wait for the disk. While a batch runs, the next one gathers. `run` answers one result per item, in their order, or
 * throws and has changed nothing: each item is then run by itself, and gets its own result or error.
 */
export function batched<Item, Result>(
  { items, weight, weightOf }: BatchLimits<Item>,
  run: (items: Item[]) => Promise<Result[]>,
) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;

  /** How many of those that wait make the next batch. */
  function nextSize(): number {
    let sum = 0;
    const end = waiting.slice(0, items).findIndex(({ item }) => (sum += weightOf(item)) > weight);
    return end === -1 ? items : Math.max(1, end);
  }

  async function runBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, nextSize());
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
      if (waiting.length > 0 && batch.length < items) await nextTick();
    }
    running = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running) return;
      running = true;
      setImmediate(() => void runBatches());
    });
}

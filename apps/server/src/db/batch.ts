import { setImmediate as nextTick } from 'node:timers/promises';

export type BatchLimits<Item> = {
  /** Items of one batch at most. */
  items: number;
  /** Together they weigh at most so much; one that weighs more is a batch of its own. */
  weight: number;
  weightOf: (item: Item) => number;
  /** Whose item it is. */
  keyOf: (item: Item) => string | number;
  /** Items of one key that go before those of others that wait. */
  perKey: number;
};

/**
 * Gathers calls that arrive in the same tick of the event loop and runs them as one batch: one transaction, so one
 * wait for the disk. While a batch runs, the next one gathers. `run` answers one result per item, in their order, or
 * throws and has changed nothing: each item is then run by itself, and gets its own result or error.
 */
export function batched<Item, Result>(
  { items, weight, weightOf, keyOf, perKey }: BatchLimits<Item>,
  run: (items: Item[]) => Promise<Result[]>,
) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;

  /** Takes the next batch: in the order of arrival, but for what one key has more than others wait for. */
  function takeBatch(): Waiting[] {
    const batch = inTurn().slice(0, items);
    let sum = 0;
    const end = batch.findIndex(({ item }) => (sum += weightOf(item)) > weight);
    if (end !== -1) batch.length = Math.max(1, end);
    const taken = new Set(batch);
    waiting = waiting.filter((one) => !taken.has(one));
    return batch;
  }

  function inTurn(): Waiting[] {
    // The usual case: all of them fit.
    if (waiting.length <= perKey) return waiting;
    const counts = new Map<string | number, number>();
    const later: Waiting[] = [];
    const first = waiting.filter((one) => {
      const key = keyOf(one.item);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count <= perKey) return true;
      later.push(one);
      return false;
    });
    return [...first, ...later];
  }

  async function runBatches(): Promise<void> {
    while (waiting.length > 0) {
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

/**
 * Gathers calls that arrive in the same turn of the event loop and runs them as one batch: one transaction, so one
 * wait for the disk. While a batch runs, the next one gathers. `run` answers one result per item, in their order, or
 * throws and has changed nothing: each item is then run by itself, and gets its own result or error.
 */
export function batched<Item, Result>(largest: number, run: (items: Item[]) => Promise<Result[]>) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;

  async function runBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largest);
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, at) => {
          if (at < results.length) resolve(results[at] as Result);
          else reject(new Error('a batch answered fewer results than it was given items'));
        });
      } catch (error) {
        // One item that the database refuses must not fail the others: each once more, by itself.
        if (batch.length === 1) batch[0]?.reject(error);
        else
          for (const one of batch)
            await run([one.item]).then(([result]) => one.resolve(result as Result), one.reject);
      }
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

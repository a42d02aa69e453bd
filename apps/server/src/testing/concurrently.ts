/** Calls `work` for each item, in order, for at most `concurrency` items at the same time. */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = Iterator.from(items);
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

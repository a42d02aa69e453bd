import { setImmediate as nextTick } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import { isLockTimeout } from '../postgres/unavailable.ts';
import { isUnreachable } from '../unreachable.ts';
import { currentSpan, inSharedSpan, isTracing } from '../../tracing/spans.ts';

export type BatchLimits<Item> = {
  /** Maximum items of one batch. */
  items: number;
  /** Maximum total weight of a batch. A heavier item is a batch on its own. */
  weight: number;
  weightOf: (item: Item) => number;
  /** The owner of an item. Keys are served in round-robin order. */
  keyOf: (item: Item) => string | number;
};

/**
 * Collects calls that arrive in the same tick of the event loop and runs them as one batch: one transaction, so one
 * wait for the disk. While a batch runs, the next one is collected; it starts when `run` has returned, or earlier when it
 * calls `startNext`. `run` returns one result for each item, in their order. If it throws, it must have changed nothing:
 * the items of each key then run in a batch of their own, and if that one fails too, each item by itself. If the database is
 * not available, or a key waited too long for a lock, its items get this error.
 */
export function batched<Item, Result>(
  { items, weight, weightOf, keyOf }: BatchLimits<Item>,
  run: (items: Item[], startNext: () => void) => Promise<Result[]>,
) {
  type Waiting = {
    item: Item;
    span: Span | null;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  };
  /** Waiting items by key. The first key is served next. */
  const queues = new Map<string | number, Waiting[]>();
  let running = false;

  /**
   * Removes the next batch: one item of each key in round-robin order, so that no key waits for many or heavy items of
   * another.
   */
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
      // Moves the key to the end: the loop reaches it again after the others.
      if (queue.length > 0) queues.set(key, queue);
    }
    return batch;
  }

  /** Runs a batch in the traces of its items. */
  function runTraced(batch: readonly Waiting[], startNext = () => {}): Promise<Result[]> {
    const all = batch.map(({ item }) => item);
    if (!isTracing()) return run(all, startNext);
    const spans = batch.map(({ span }) => span);
    return inSharedSpan('commit batch', spans, () => run(all, startNext));
  }

  async function runBatch(batch: readonly Waiting[], startNext: () => void): Promise<void> {
    try {
      const results = await runTraced(batch, startNext);
      batch.forEach(({ resolve, reject }, at) => {
        if (at < results.length) resolve(results[at] as Result);
        else reject(new Error('a batch returned fewer results than it has items'));
      });
    } catch (error) {
      // If the database does not respond, none would succeed, and the last ones would wait for all attempts.
      if (batch.length === 1 || isUnreachable(error)) for (const { reject } of batch) reject(error);
      else {
        // Those that arrived meanwhile must not wait twice.
        startNext();
        await runAgain(batch, error);
      }
    }
  }

  /** An item that the database rejects must not fail the others, and one that waits for a lock must not delay other keys. */
  async function runAgain(batch: readonly Waiting[], error: unknown): Promise<void> {
    const byKey = [...Map.groupBy(batch, ({ item }) => keyOf(item)).values()];
    if (byKey.length > 1) await Promise.all(byKey.map((some) => runBatch(some, () => {})));
    else if (isLockTimeout(error)) for (const { reject } of batch) reject(error);
    else for (const one of batch) await runBatch([one], () => {});
  }

  async function runBatches(): Promise<void> {
    while (queues.size > 0) {
      const batch = takeBatch();
      const next = Promise.withResolvers<void>();
      await Promise.race([runBatch(batch, next.resolve), next.promise]);
      // Where a batch waits for nothing, the next ones would otherwise follow in the same tick of the event loop.
      if (queues.size > 0) await nextTick();
    }
    running = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key) ?? [];
      queue.push({ item, span: currentSpan(), resolve, reject });
      queues.set(key, queue);
      if (running) return;
      running = true;
      setImmediate(() => void runBatches());
    });
}

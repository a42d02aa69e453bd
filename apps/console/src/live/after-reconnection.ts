import type { ConnectionState } from '../net/connection-store.ts';
import { throttle } from './throttle.ts';

type Connection = { current: () => ConnectionState; subscribe: (listener: () => void) => () => void };

/** Milliseconds. A single call that never gets through interrupts the connection again and again. */
const MIN_INTERVAL = 5_000;

/**
 * Calls `work` when the connection is back: immediately, and at most once every 5 seconds.
 * @param later calls `work` once after `ms`; a timer of the browser by default
 * @returns what ends it
 */
export function afterReconnection(
  connection: Connection,
  work: () => void,
  later?: (work: () => void, ms: number) => void,
): () => void {
  const throttled = throttle(MIN_INTERVAL, later);
  let before = connection.current();
  return connection.subscribe(() => {
    const now = connection.current();
    if (now === 'online' && before !== 'online') throttled(work);
    before = now;
  });
}

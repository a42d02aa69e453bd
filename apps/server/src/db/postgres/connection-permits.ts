import { availableParallelism } from 'node:os';
import { currentCaller, isLowPriority, yieldIfLowPriority } from '../../scheduling/press-priority.ts';
import { mayUseAllConnections } from '../../scheduling/query-limit.ts';
import { Semaphore } from '../../scheduling/semaphore.ts';

/**
 * Connections that only presses, what is stored with them, and the checks whether this process can store presses use, whatever else
 * it does: calls, the delivery and periodic work.
 */
const FOR_PRESSES = 2;

export type ConnectionPermits = {
  /**
   * Waits until the current work may use one more connection. Returns the function that ends this. Rejects with `Overloaded`
   * what waits too long.
   */
  acquire(): Promise<() => void>;
  /** What waits for a permit. */
  readonly waiting: number;
};

/**
 * Which work may use how many of a pool's connections: presses all, calls and all other work together all but a few, and calls
 * few of these.
 * @param connections of the pool
 * @param longestWait maximum milliseconds that work waits for a permit
 */
export function connectionPermits(connections: number, longestWait: number): ConnectionPermits {
  // If the database is on this machine, more concurrent queries than cores would slow presses down. The rest is for presses,
  // the delivery and periodic work.
  const forOtherCalls = Math.min(Math.max(2, availableParallelism()), connections - 4);
  const otherCalls = new Semaphore({ permits: forOtherCalls, longestWait });
  const otherWork = new Semaphore({ permits: connections - FOR_PRESSES, longestWait });

  /** Of work other than presses; calls and all other work have turns. */
  async function forWork(kind: 'call' | 'own'): Promise<() => void> {
    await otherWork.acquire(kind);
    return () => otherWork.release(kind);
  }
  /** Of a call that is not a press: callers have turns, and none continues while a press is in flight. */
  async function forCall(): Promise<() => void> {
    const caller = currentCaller();
    await otherCalls.acquire(caller);
    try {
      await yieldIfLowPriority();
      const release = await forWork('call');
      return () => {
        release();
        otherCalls.release(caller);
      };
    } catch (error) {
      otherCalls.release(caller);
      throw error;
    }
  }
  return {
    async acquire() {
      if (mayUseAllConnections()) return () => {};
      return isLowPriority() ? await forCall() : await forWork('own');
    },
    get waiting() {
      return otherCalls.waiting + otherWork.waiting;
    },
  };
}

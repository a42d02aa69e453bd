import { Queue } from './queue.ts';

/**
 * Runs functions in their order: at most `most` in one tick of the event loop, immediately while it is fewer. Work that
 * arrives all at once then runs in parts, and a call that takes no time does not wait for all of it.
 */
export function fewEachTick(most: number): (work: () => void) => void {
  const waiting = new Queue<() => void>();
  let left = most;
  let isScheduled = false;
  function nextTick(): void {
    isScheduled = false;
    left = most;
    while (left > 0) {
      const work = waiting.shift();
      if (!work) return;
      run(work);
    }
  }
  function run(work: () => void): void {
    left -= 1;
    if (!isScheduled) {
      isScheduled = true;
      setImmediate(nextTick);
    }
    work();
  }
  return (work) => {
    if (left > 0 && waiting.length === 0) run(work);
    else waiting.push(work);
  };
}

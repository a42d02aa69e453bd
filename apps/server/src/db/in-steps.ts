import { setTimeout } from 'node:timers/promises';

/** The pause after a step, as a multiple of its duration: work of any size uses a tenth of the time. */
const REST = 9;

/** Repeats a small step of background work on many rows until it returns 0, or until `stopping` is aborted. Presses run in the pauses. */
export async function runInSteps(step: () => Promise<number>, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const start = performance.now();
    if ((await step()) === 0) return;
    await setTimeout(REST * (performance.now() - start), undefined, { signal: stopping }).catch(() => {});
  }
}

import { inTrace } from '../tracing/spans.ts';

export type EveryOptions = {
  /** Receives the error that `work` throws. The next run is not affected. */
  onError: (error: unknown) => void;
  /** True if the first run is immediate: what was due while no server ran must not wait. */
  startsNow?: boolean;
  /** True if the process may exit although runs are still planned. */
  isBackground?: boolean;
  /** The name of the trace of each run; without it, runs have none. */
  trace?: string;
};

/** Work that runs periodically. */
export type Periodic = {
  /** Starts no further run, and resolves when the run in progress has finished. */
  stop(): Promise<void>;
};

/**
 * Runs `work` every `ms` milliseconds, for the first time after `ms` unless it `startsNow`. Runs never overlap: while one is in progress,
 * the next is skipped. `work` gets a signal that `stop` aborts, so that a long run can finish early.
 */
export function every(
  ms: number,
  work: (stopping: AbortSignal) => Promise<unknown> | void,
  { onError, startsNow = false, isBackground = false, trace }: EveryOptions,
): Periodic {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      if (trace === undefined) await work(stopping.signal);
      else await inTrace(trace, {}, async () => await work(stopping.signal));
    } catch (error) {
      onError(error);
    }
  };
  const next = () => {
    running ??= run().finally(() => {
      running = null;
    });
  };
  const timer = setInterval(next, ms);
  if (startsNow) next();
  if (isBackground) timer.unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

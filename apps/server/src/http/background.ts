import type { FastifyBaseLogger } from 'fastify';
import { withoutKind } from '../scheduling/query-limit.ts';

/** Work that continues after the response of its call. */
export type Background = {
  /** `work` gets a signal that is aborted when the server stops: the work should then stop waiting. */
  run(what: string, work: (stopping: AbortSignal) => Promise<void>): void;
  /** Signals to the work that the server stops, and resolves when it has finished. */
  stop(): Promise<void>;
};

export function createBackground(log: FastifyBaseLogger): Background {
  const inProgress = new Set<Promise<void>>();
  const stopping = new AbortController();
  return {
    run(what, work) {
      const task = withoutKind(() => work(stopping.signal))
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => inProgress.delete(task));
      inProgress.add(task);
    },
    async stop() {
      stopping.abort();
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}

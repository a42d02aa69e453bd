import type { FastifyBaseLogger } from 'fastify';

/** Work that goes on after its call was answered. */
export type Background = {
  /** `work` gets a signal that is aborted when the server stops: it should then wait for nothing any more. */
  run(what: string, work: (stopping: AbortSignal) => Promise<void>): void;
  /** Tells the work that the server stops, and resolves when it has ended. */
  end(): Promise<void>;
};

export function createBackground(log: FastifyBaseLogger): Background {
  const going = new Set<Promise<void>>();
  const stopping = new AbortController();
  return {
    run(what, work) {
      const task = work(stopping.signal)
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => going.delete(task));
      going.add(task);
    },
    async end() {
      stopping.abort();
      while (going.size > 0) await Promise.all(going);
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';

/** Work that goes on after its call was answered. A stopping server waits for it. */
export type Background = {
  run(what: string, work: () => Promise<void>): void;
  /** Resolves when nothing is going on. */
  idle(): Promise<void>;
};

export function createBackground(log: FastifyBaseLogger): Background {
  const going = new Set<Promise<void>>();
  return {
    run(what, work) {
      const task = work()
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => going.delete(task));
      going.add(task);
    },
    async idle() {
      while (going.size > 0) await Promise.all(going);
    },
  };
}

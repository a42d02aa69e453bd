import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TimedResponse } from './open-loop.ts';

/** Requests that are sent in turn: whole HTTP/1.1 requests, and the other parameters of `sendOpenLoop`. */
export type RepeatedRequests = {
  url: string;
  requests: readonly string[];
  rate: number;
  seconds: number;
  connections: number;
};

export type OpenLoopProcess = {
  /** One at a time. */
  send(repeated: RepeatedRequests): Promise<TimedResponse[]>;
  stop(): Promise<void>;
};

/** Starts a process that only sends requests: other work of the benchmark does not delay what it measures. */
export function startOpenLoopProcess(): OpenLoopProcess {
  const child = fork(fileURLToPath(new URL('../../clients/open-loop.ts', import.meta.url)));
  const exited = once(child, 'exit');
  return {
    async send(repeated) {
      child.send(repeated);
      const [responses] = (await Promise.race([
        once(child, 'message'),
        exited.then(() => Promise.reject(new Error('the process that sends requests ended'))),
      ])) as [TimedResponse[]];
      return responses;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type BareServer = { url: string; stop(): Promise<void> };

/** Starts a server of `bench/baselines/` as a process of its own; resolves when it listens. */
export async function startBare(name: string, args: readonly string[]): Promise<BareServer> {
  const child = fork(fileURLToPath(new URL(`../baselines/${name}.ts`, import.meta.url)), args);
  const ended = once(child, 'exit');
  const [url] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`the bare server ${name} did not start`))),
  ])) as [string];
  return {
    url,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type BaselineServer = { url: string; stop(): Promise<void> };

/** Starts a server of `bench/baselines/` as a separate process; resolves when it listens. */
export async function startBaseline(name: string, args: readonly string[]): Promise<BaselineServer> {
  const child = fork(fileURLToPath(new URL(`../../baselines/${name}.ts`, import.meta.url)), args);
  const exited = once(child, 'exit');
  const [url] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error(`the baseline server ${name} did not start`))),
  ])) as [string];
  return {
    url,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}

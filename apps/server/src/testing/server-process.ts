import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../db/connection.ts';

/** The real server as a process of its own, to be killed, stopped and refused; for tests and measurements. */

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const ADMIN = fileURLToPath(new URL('../admin-cli.ts', import.meta.url));
const LISTENS = /^Callpoint is running\. Open (http:\S+)\/app\/$/m;

export type Ended = {
  /** Null where a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
};

export type ServerProcess = {
  url: string;
  /** Resolves when the process has ended, however that came. */
  ended: Promise<Ended>;
  /** Resolves when it has printed `text`. */
  said(text: string): Promise<void>;
  /** Stops the process where it stands, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends a signal and resolves when the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended>;
};

export type ProcessOptions = {
  /** Settings besides the database; nothing is inherited but what Node itself needs. */
  variables?: Record<string, string>;
  /** Options of Node, e.g. `--cpu-prof`. */
  nodeOptions?: readonly string[];
  /** A command that runs it, with its options, e.g. strace. */
  under?: readonly string[];
};

/** Starts a server on a free port of 127.0.0.1 and resolves when it listens. Throws what it said where it ends instead. */
export async function startServerProcess(
  location: DatabaseLocation,
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const { child, output, ended } = spawnServer({
    ...options,
    variables: { ...databaseVariables(location), ...options.variables },
  });
  const url = () => LISTENS.exec(output.stdout)?.[1];
  await Promise.race([printed(child, () => url() !== undefined), ended]);
  const address = url();
  if (address === undefined) throw new Error(`the server did not start:\n${output.stdout}${output.stderr}`);
  return {
    url: address,
    ended,
    said: (text) => printed(child, () => output.stdout.includes(text)),
    signal: (signal) => void child.kill(signal),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a server that is expected to end by itself, and resolves when it has. */
export function runServerProcess(options: ProcessOptions): Promise<Ended> {
  return spawnServer(options).ended;
}

/** Runs `npm run admin` with these arguments. */
export function runAdminCommand(location: DatabaseLocation, args: readonly string[]): Promise<Ended> {
  return spawnServer({ variables: databaseVariables(location), script: [ADMIN, ...args] }).ended;
}

/** The settings by which a server finds this database. */
export function databaseVariables(location: DatabaseLocation): Record<string, string> {
  return location.kind === 'postgres' ? { DATABASE_URL: location.url } : { DATA_DIR: dirname(location.file) };
}

function spawnServer({
  variables = {},
  nodeOptions = [],
  under = [],
  script = [MAIN],
}: ProcessOptions & { script?: readonly string[] }) {
  const [command = process.execPath, ...args] = [...under, process.execPath, ...nodeOptions, ...script];
  const child = spawn(command, args, {
    env: { PORT: '0', LOG_LEVEL: 'warn', ADMIN_PASSWORD: 'Orchard-lamp-42', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // A test that fails half-way must not leave a server behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = (once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([code, signal]): Ended => {
      process.off('exit', kill);
      return { code, signal, ...output };
    },
  );
  return { child, output, ended };
}

/** Resolves when `seen` finds what it looks for in what the process has printed. */
function printed({ stdout }: ReturnType<typeof spawnServer>['child'], seen: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!seen()) return;
      stdout.off('data', look);
      resolve();
    };
    stdout.on('data', look);
    look();
  });
}

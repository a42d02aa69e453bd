import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../../db/connection.ts';
import { SERVER_ENTRY } from './server-entry.ts';

/** The real server in its own process, which tests and measurements can pause, stop and kill. */

const ADMIN = fileURLToPath(new URL('../../admin-cli.ts', import.meta.url));
const DOCTOR = fileURLToPath(new URL('../../doctor-cli.ts', import.meta.url));
/** A line of the log. Older versions, with which an upgrade is tested, print text. */
const LISTENS =
  /^\{.*"url":"(?<url>http:[^"]+)".*"msg":"the server is running"\}$|^Callpoint is running\. Open (?<old>http:\S+)\/app\/$/m;

/** The level of pino. */
const FATAL = 60;

export type ProcessExit = {
  /** Null if a signal ended the process. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
};

export type ServerProcess = {
  url: string;
  pid: number;
  /** Resolves when the process has exited, for any reason. */
  exited: Promise<ProcessExit>;
  /** Resolves when the process has printed a match of `pattern`, with the pattern's first group. */
  line(pattern: RegExp): Promise<string>;
  /** Resolves when the process has printed `text`. */
  printed(text: string): Promise<void>;
  /** Pauses or resumes the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends a signal and resolves when the process has exited. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<ProcessExit>;
};

export type ProcessOptions = {
  /** The server's script, if it is not the one of this version. */
  entry?: string;
  /** Environment variables in addition to those of the database. The process inherits none but the cache of compiled code. */
  variables?: Record<string, string>;
  /** Options of Node, e.g. `--cpu-prof`. */
  nodeOptions?: readonly string[];
  /** A command that runs the process, with its options, e.g. strace. */
  under?: readonly string[];
};

/**
 * Starts a server on a free port of 127.0.0.1 and resolves when it listens. If it exits instead, throws with its
 * output.
 */
export async function startServerProcess(
  location: DatabaseLocation,
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const { child, output, exited } = spawnServer({
    ...options,
    variables: { ...databaseVariables(location), ...options.variables },
  });
  const url = () => {
    const { url: listens, old } = LISTENS.exec(output.stdout)?.groups ?? {};
    return listens ?? old;
  };
  await Promise.race([untilPrinted(child, () => url() !== undefined), exited]);
  const address = url();
  if (address === undefined) throw new Error(`the server did not start:\n${output.stdout}${output.stderr}`);
  return {
    pid: child.pid ?? 0,
    url: address,
    exited,
    async line(pattern) {
      await untilPrinted(child, () => pattern.test(output.stdout));
      return pattern.exec(output.stdout)?.[1] ?? '';
    },
    printed: (text) => untilPrinted(child, () => output.stdout.includes(text)),
    signal: (signal) => void child.kill(signal),
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** The lines of the log in what a process has printed. */
export function logLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Runs a server until it exits. */
export function runServer(variables: Record<string, string>): Promise<ProcessExit> {
  return spawnServer({ variables }).exited;
}

/**
 * Runs a server that is expected not to start. Returns the problem in the only line that it logs; throws if it logs or prints
 * anything else.
 */
export async function startProblem(options: ProcessOptions): Promise<unknown> {
  const { code, stdout, stderr } = await spawnServer(options).exited;
  const [line, ...others] = logLines(stdout);
  if (code !== 1 || stderr !== '' || others.length > 0 || line?.['level'] !== FATAL)
    throw new Error(`unexpected exit with ${code}:\n${stdout}${stderr}`);
  return line['problem'];
}

/** Runs `npm run admin` with these arguments. */
export function runAdminCommand(
  location: DatabaseLocation,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<ProcessExit> {
  return spawnServer({
    variables: { ...databaseVariables(location), ...variables },
    script: [ADMIN, ...args],
  }).exited;
}

/** Runs `npm run doctor` with these arguments. */
export function runDoctor(
  variables: Record<string, string>,
  args: readonly string[] = [],
  { under = [] }: Pick<ProcessOptions, 'under'> = {},
): Promise<ProcessExit> {
  return spawnServer({ variables, under, script: [DOCTOR, ...args] }).exited;
}

/** Runs `npm run backup`, `restore` or `move` with these arguments. */
export function runTransfer(
  name: 'backup' | 'restore' | 'move',
  variables: Record<string, string>,
  args: readonly string[],
): Promise<ProcessExit> {
  const script = fileURLToPath(new URL(`../../${name}-cli.ts`, import.meta.url));
  return spawnServer({ variables, script: [script, ...args] }).exited;
}

/** The environment variables that select this database. */
export function databaseVariables(location: DatabaseLocation): Record<string, string> {
  return location.kind === 'postgres' ? { DATABASE_URL: location.url } : { DATA_DIR: dirname(location.file) };
}

function spawnServer({
  variables = {},
  nodeOptions = [],
  under = [],
  entry = SERVER_ENTRY,
  script = [entry],
}: ProcessOptions & { script?: readonly string[] }) {
  const [command = process.execPath, ...args] = [...under, process.execPath, ...nodeOptions, ...script];
  const child = spawn(command, args, {
    env: {
      PORT: '0',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: 'Orchard-lamp-42',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // A failed test must not leave a running server.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = (once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([code, signal]): ProcessExit => {
      process.off('exit', kill);
      return { code, signal, ...output };
    },
  );
  return { child, output, exited };
}

/** Resolves when `isSeen` returns true; checks it after every output of the process. */
function untilPrinted(
  { stdout }: ReturnType<typeof spawnServer>['child'],
  isSeen: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isSeen()) return;
      stdout.off('data', check);
      resolve();
    };
    stdout.on('data', check);
    check();
  });
}

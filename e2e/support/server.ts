import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabase, type DatabaseKind, type DatabaseLocation } from '@callpoint/server/db/connection';
import { migrate } from '@callpoint/server/db/migrate';
import type { Db } from '@callpoint/server/db/tables';
import { createDatabase, dropDatabase } from '@callpoint/server/testing/databases/postgres-databases';
import { SERVER_ENTRY } from '@callpoint/server/testing/processes/server-entry';
import { temporaryFolder } from '@callpoint/server/testing/temporary-folder';

/** The server as in production, apart from the cost of hashing passwords: a separate process with its own database. */

/** Journeys assert nothing about the cost of hashing. */
const HASH_CHEAPLY = import.meta.resolve('@callpoint/server/testing/passwords/hash-cheaply');

/** The first administrator's account on every server of the journeys. */
export const ADMIN = { email: 'ada@callpoint.example', password: 'Harbour-lantern-7' };

export type ServerOptions = {
  database?: DatabaseKind;
  /** True: the server creates its own SQLite file, as in production. Otherwise it gets a migrated one. */
  isFirstStart?: boolean;
  /** Null means that email is not configured. */
  smtpUrl: string | null;
  /** More environment variables; undefined removes one. */
  variables?: Record<string, string | undefined>;
};

export type Server = {
  /** e.g. `http://127.0.0.1:40113` */
  url: string;
  /** The lines it has printed so far, in order; live. */
  output: string[];
  /** The warnings and errors it has logged so far; live. */
  problems: string[];
  /** Runs `work` on a separate connection, for states that no call of the product can create. */
  withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Starts a second process on the same PostgreSQL database; stopping it keeps the data. */
  startAnother(): Promise<Server>;
  /** Ends the process immediately, as a power failure does; its data stays until `stop`. */
  kill(): void;
  /** Sends SIGTERM, as a service manager does, and waits until the process has exited. */
  stop(): Promise<void>;
};

/** Starts a server and resolves when it has printed its address. */
export async function startServer({
  database = 'sqlite',
  isFirstStart = false,
  ...options
}: ServerOptions): Promise<Server> {
  return startProcess(await createDataStore(database, isFirstStart), options);
}

async function startProcess(
  store: DataStore,
  options: Pick<ServerOptions, 'smtpUrl' | 'variables'>,
): Promise<Server> {
  const { smtpUrl, variables } = options;
  const child = spawn(process.execPath, ['--import', HASH_CHEAPLY, SERVER_ENTRY], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      MAIL_FROM: 'alerts@callpoint.example',
      // The server sends no requests to other machines.
      AVATAR_SERVICE_URL: 'none',
      ...store.variables,
      ...(smtpUrl === null ? {} : { SMTP_URL: smtpUrl }),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const problems: string[] = [];
  try {
    const url = await waitForAddress(child, output, problems);
    return {
      url,
      output,
      problems,
      async withDatabase(work) {
        const db = openDatabase(store.location, (error) => problems.push(error.message));
        try {
          return await work(db);
        } finally {
          await db.destroy();
        }
      },
      kill: () => void child.kill('SIGKILL'),
      startAnother: () => startProcess({ ...store, remove: async () => {} }, options),
      async stop() {
        await stopProcess(child);
        await store.remove();
      },
    };
  } catch (error) {
    await stopProcess(child);
    await store.remove();
    throw error;
  }
}

type DataStore = {
  location: DatabaseLocation;
  variables: Record<string, string>;
  remove: () => Promise<void>;
};

/** A migrated database; each server gets a copy: the migrations take a third of a first start. */
let template: Promise<string> | undefined;

async function createTemplate(): Promise<string> {
  const folder = temporaryFolder('callpoint-e2e-template-');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'callpoint.db');
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  await migrate(db);
  await db.destroy();
  return file;
}

async function createDataStore(kind: DatabaseKind, isFirstStart: boolean): Promise<DataStore> {
  const folder = temporaryFolder('callpoint-e2e-');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (kind === 'sqlite') {
    const file = join(folder, 'callpoint.db');
    if (!isFirstStart) {
      template ??= createTemplate();
      copyFileSync(await template, file);
    }
    return {
      location: { kind, file },
      variables: { DATA_DIR: folder },
      remove: async () => removeFolder(),
    };
  }
  const name = `callpoint_e2e_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(name);
  return {
    location: { kind, url },
    variables: { DATABASE_URL: url, DATA_DIR: folder },
    async remove() {
      removeFolder();
      await dropDatabase(name);
    },
  };
}

/** Resolves to the address that the log states; rejects with the printed lines if the process exits first. */
function waitForAddress(child: ChildProcess, output: string[], problems: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (stream: NodeJS.ReadableStream | null, isProblem: (line: string) => boolean) => {
      if (!stream) return;
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        if (isProblem(line)) problems.push(line);
        const url = /"url":"(http:\/\/127\.0\.0\.1:\d+)".*"msg":"the server is running"/.exec(line)?.[1];
        if (url) resolve(url);
      });
    };
    // The start and the stop are in the log too.
    read(child.stdout, (line) => !line.startsWith('{"level":30,'));
    read(child.stderr, () => true);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The server exited:\n${output.join('\n')}`)));
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`The server did not stop cleanly: exit code ${code}`);
}

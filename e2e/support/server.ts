import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase, type DatabaseKind, type DatabaseLocation } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { createDatabase, dropDatabase } from '@callpoint/server/testing/postgres-databases';
import { temporaryFolder } from '@callpoint/server/testing/temporary-folder';

/** The server as people run it: a process of its own, on a database of its own. */

const MAIN = fileURLToPath(import.meta.resolve('@callpoint/server/main'));

/** The first administrator's account on every server of the journeys. */
export const ADMIN = { email: 'ada@callpoint.example', password: 'Harbour-lantern-7' };

export type ServerOptions = {
  database?: DatabaseKind;
  /** Null: e-mail is not set up. */
  smtpUrl: string | null;
  /** More settings of the environment; undefined takes one away. */
  variables?: Record<string, string | undefined>;
};

export type Server = {
  /** e.g. `http://127.0.0.1:40113` */
  url: string;
  /** What it printed so far, lines in order; live. */
  output: string[];
  /** Warnings and errors it logged so far; live. */
  complaints: string[];
  /** Runs `work` on a connection of its own, for what no call of the product can bring about. */
  database<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Starts another process on the same data, which is PostgreSQL's; its stop leaves the data. */
  another(): Promise<Server>;
  /** Asks it to end as a service manager does, and waits. */
  stop(): Promise<void>;
};

/** Starts a server and resolves when it says that it is running. */
export async function startServer({ database = 'sqlite', ...options }: ServerOptions): Promise<Server> {
  return startAt(await newPlace(database), options);
}

async function startAt(place: Place, options: Pick<ServerOptions, 'smtpUrl' | 'variables'>): Promise<Server> {
  const { smtpUrl, variables } = options;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      MAIL_FROM: 'alerts@callpoint.example',
      // Nothing outside this machine is asked for.
      AVATAR_SERVICE_URL: 'none',
      ...place.variables,
      ...(smtpUrl === null ? {} : { SMTP_URL: smtpUrl }),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const complaints: string[] = [];
  try {
    const url = await running(child, output, complaints);
    return {
      url,
      output,
      complaints,
      async database(work) {
        const db = openDatabase(place.location, (error) => complaints.push(error.message));
        try {
          return await work(db);
        } finally {
          await db.destroy();
        }
      },
      another: () => startAt({ ...place, remove: async () => {} }, options),
      async stop() {
        await end(child);
        await place.remove();
      },
    };
  } catch (error) {
    await end(child);
    await place.remove();
    throw error;
  }
}

type Place = {
  location: DatabaseLocation;
  variables: Record<string, string>;
  remove: () => Promise<void>;
};

async function newPlace(kind: DatabaseKind): Promise<Place> {
  const folder = temporaryFolder('callpoint-e2e-');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (kind === 'sqlite') {
    return {
      location: { kind, file: join(folder, 'callpoint.db') },
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

/** Resolves to the address that the greeting names; rejects with what was printed where the process ended instead. */
function running(child: ChildProcess, output: string[], complaints: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (stream: NodeJS.ReadableStream | null, isComplaint: (line: string) => boolean) => {
      if (!stream) return;
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        if (isComplaint(line)) complaints.push(line);
        const url = /Open (http:\/\/127\.0\.0\.1:\d+)\/app\//.exec(line)?.[1];
        if (url) resolve(url);
      });
    };
    // Log lines are JSON; the greeting is not.
    read(child.stdout, (line) => line.startsWith('{'));
    read(child.stderr, () => true);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The server ended:\n${output.join('\n')}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The server did not stop cleanly: exit code ${code}`);
}

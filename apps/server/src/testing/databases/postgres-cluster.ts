import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { temporaryFolder } from '../temporary-folder.ts';

/** A primary and its synchronous standby on 127.0.0.1, two real PostgreSQL servers. */
export type PostgresCluster = {
  /** Both hosts, as in DATABASE_URL. */
  url: string;
  primaryUrl: string;
  standbyUrl: string;
  /** Kills the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Ends both servers and deletes their data. */
  stop(): Promise<void>;
};

const DATABASE = 'callpoint';
/** Milliseconds between two looks at a server that starts. */
const POLL_MS = 50;
/** Only processes are killed, so nothing waits for the disk. Their shared memory remains, and is therefore in their folder. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'unix_socket_directories=',
  'max_connections=60',
  'dynamic_shared_memory_type=mmap',
];

type Identity = { uid?: number; gid?: number };

export type PostgresServer = {
  url: string;
  /** Stops the server and starts it again at the same port: SIGINT ends connections, SIGQUIT is like a crash. */
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
};

/** A PostgreSQL server without a standby. */
export async function startLonePostgres(): Promise<PostgresServer> {
  const { initialize, start, stop } = await prepare();
  initialize('primary');
  const { child, port } = await start('primary');
  await query(urlOf(port, 'postgres'), `create database ${DATABASE}`);
  let running = child;
  return {
    url: urlOf(port, DATABASE),
    async restart(signal) {
      await kill(running, signal);
      ({ child: running } = await start('primary', port));
    },
    stop,
  };
}

/**
 * A folder for the servers, and how to start them.
 * @param given the folder of PostgreSQL's programs; default: those of the server that the other tests use
 */
async function prepare(given?: string) {
  const bin = given ?? (await findBinaries());
  const identity = serverIdentity();
  const home = temporaryFolder('callpoint-cluster-');
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(home, identity.uid, identity.gid);
  const started: ChildProcess[] = [];
  const stop = async () => {
    for (const child of started) await kill(child);
    rmSync(home, { recursive: true, force: true });
  };
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, { ...identity, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const start = async (folder: string, samePort?: number) => {
    const port = samePort ?? (await freePort());
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, ...SETTINGS];
    const args = ['-D', join(home, folder), ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(join(bin, 'postgres'), args, { ...identity, cwd: home, stdio: 'ignore' });
    started.push(child);
    await untilReady(urlOf(port, 'postgres'));
    return { child, port };
  };

  const initialize = (folder: string) =>
    run('initdb', [
      '-D',
      join(home, folder),
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    ]);
  return { home, run, start, initialize, stop };
}

/** @param programs the folder of PostgreSQL's programs; default: those of the server that the other tests use */
export async function startCluster(programs?: string): Promise<PostgresCluster> {
  const { home, run, start, initialize, stop } = await prepare(programs);
  initialize('primary');
  const primary = await start('primary');
  await query(urlOf(primary.port, 'postgres'), `create database ${DATABASE}`);
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '--checkpoint=fast'];
  run('pg_basebackup', ['-D', join(home, 'standby'), ...from, '--wal-method=stream', '-R', '--no-sync']);
  const standby = await start('standby');
  // From now on a commit is confirmed only after the standby has it.
  await query(urlOf(primary.port, 'postgres'), "alter system set synchronous_standby_names = '*'");
  await query(urlOf(primary.port, 'postgres'), 'select pg_reload_conf()');

  return {
    url: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${DATABASE}`,
    primaryUrl: urlOf(primary.port, DATABASE),
    standbyUrl: urlOf(standby.port, DATABASE),
    killPrimary: () => kill(primary.child),
    promote: () => query(urlOf(standby.port, 'postgres'), 'select pg_promote(true, 30)'),
    stop,
  };
}

function urlOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

/** The commands of the PostgreSQL server that the other tests use. */
async function findBinaries(): Promise<string> {
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await client.connect();
  const { rows } = await client.query<{ setting: string }>(
    "select setting from pg_config where name = 'BINDIR'",
  );
  await client.end();
  return rows[0]?.setting ?? '';
}

/** PostgreSQL refuses to run as root: it then runs as the package's user. */
function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    try {
      await query(url, 'select 1');
      return;
    } catch {
      await setTimeout(POLL_MS);
    }
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    client.end().catch(() => {});
  }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from '../processes/reverse-proxies.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** PgBouncer between real servers and PostgreSQL. */

/** The program: the one that is installed, or another build. */
const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer';
const POLL_MS = 50;
const [, VERSION = '', MINOR = ''] =
  /^PgBouncer (1\.(\d+)\S*)/m.exec(execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' })) ?? [];

/** e.g. `PgBouncer 1.25.2` */
export const POOLER_VERSION = `PgBouncer ${VERSION}`;
/** Since 1.21. */
export const PREPARES_QUERIES = Number(MINOR) >= 21;
/** Since 1.24 without a setting. */
export const PREPARES_BY_DEFAULT = Number(MINOR) >= 24;

/**
 * The start of the titles of tests of transaction mode with prepared queries. With an older PgBouncer they do not run, and
 * `npm run nightly` lists them, because their titles start with `not run: `.
 */
export const IN_TRANSACTION_MODE = PREPARES_QUERIES
  ? `behind ${POOLER_VERSION} in transaction mode`
  : `not run: PgBouncer 1.21 or later is needed, and this is ${POOLER_VERSION}`;

export type Pooler = {
  /** The URL of the database through the pooler. */
  url: string;
  /** What it logged as a warning or an error. */
  problems(): string[];
  /** Runs a command of its administration console. */
  command(text: string): Promise<Record<string, unknown>[]>;
};

type PoolerOptions = {
  mode: 'session' | 'transaction' | 'statement';
  /** `max_prepared_statements`; `default`: without this setting. Before 1.21 it must be 0, which is not written. */
  prepared: number | 'default';
  /** Sessions of PostgreSQL. */
  sessions?: number;
  /** Further lines of its settings. */
  settings?: readonly string[];
};

/** Starts PgBouncer in front of a database, and ends it after the test. */
export async function startPooler(
  databaseUrl: string,
  { mode, prepared, sessions = 20, settings = [] }: PoolerOptions,
): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = temporaryFolder('callpoint-pooler-');
  const own = await freePort();
  const name = pathname.slice(1);
  const [file, log] = [join(folder, 'pgbouncer.ini'), join(folder, 'log')];
  const login = password === '' ? '' : ` password=${password}`;
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username}${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `admin_users = ${username}`,
    `logfile = ${log}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${sessions}`,
    ...(PREPARES_QUERIES && prepared !== 'default' ? [`max_prepared_statements = ${prepared}`] : []),
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  writeFileSync(log, '');
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    );
    for (const path of [folder, file, log]) chownSync(path, uid, gid);
  }
  const child = spawn(PROGRAM, ['-q', ...(isRoot ? ['-u', 'postgres'] : []), file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const at = (database: string) => `postgres://${username}@127.0.0.1:${own}/${database}`;
  while (!(await responds(at(name)))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${readFileSync(log, 'utf8')}`);
    await setTimeout(POLL_MS);
  }
  return {
    url: at(name),
    problems: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => / (WARNING|ERROR|FATAL) /.test(line)),
    command: (text) => runCommand(at('pgbouncer'), text),
  };
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}

async function runCommand(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

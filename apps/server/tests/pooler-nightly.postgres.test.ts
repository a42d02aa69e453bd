import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import {
  databaseVariables,
  runDoctor,
  startProblem,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

/** PgBouncer between a real server and PostgreSQL. */

const POLL_MS = 50;

/** Starts PgBouncer in front of a database, and returns its URL of it. `more`: further lines of its settings. */
async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
  more: readonly string[] = ['default_pool_size = 20'],
): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = temporaryFolder('callpoint-pooler-');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: own } = probe.address() as AddressInfo;
  probe.close();
  const name = pathname.slice(1);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    ...more,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    );
    for (const path of [folder, file]) chownSync(path, uid, gid);
  }
  const child = spawn('pgbouncer', [...(isRoot ? ['-u', 'postgres'] : []), file], { stdio: 'ignore' });
  onTestFinished(async () => {
    await stop(child);
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  while (!(await responds(url))) await setTimeout(POLL_MS);
  return url;
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** The URL of a database with another host before its own, which does not respond. */
function afterDeadHost(url: string): string {
  return url.replace(/@/, '@127.0.0.1:1,');
}

test('behind a pooler that keeps sessions, a server works', async () => {
  const { db, location } = await testDatabase();
  const team = await buildTeam(db);
  const url = await startPooler(databaseVariables(location)['DATABASE_URL'] ?? '', 'session');
  const server = await startServerProcess({ kind: 'postgres', url });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const login = await fetch(`${server.url}/sapi/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: team.email, password: 'wrong', role: 'team' }),
  });
  expect(login.status).toBeLessThan(500);
  expect((await server.end('SIGTERM')).code).toBe(0);
});

test('behind a pooler that changes sessions and does not prepare queries, a server does not start, and the doctor says why', async () => {
  const { location } = await testDatabase();
  const url = await startPooler(databaseVariables(location)['DATABASE_URL'] ?? '', 'transaction');
  expect(await startProblem({ variables: databaseVariables({ kind: 'postgres', url }) })).toContain(
    'Use PgBouncer 1.21 or later with max_prepared_statements',
  );
  const doctor = await runDoctor(databaseVariables({ kind: 'postgres', url }));
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(
    /PROBLEM {2}Database: the server would not start with \S+\n +DATABASE_URL leads to a pooler.*Use PgBouncer 1.21/,
  );
  const replica = await runDoctor({ ...databaseVariables(location), DATABASE_READ_URL: url });
  expect(replica.stdout).toMatch(
    /PROBLEM {2}Replica: \S+ is a pooler that does not support prepared queries\n +Use PgBouncer 1.21/,
  );
});

test.each([
  ['does not prepare queries, after a host that does not respond', 'transaction', 'prepared queries'],
  ['has no transactions', 'statement', 'pool_mode = transaction or session'],
] as const)('behind a pooler that %s, a server does not start', async (_what, mode, expected) => {
  const { location } = await testDatabase();
  const pooler = await startPooler(databaseVariables(location)['DATABASE_URL'] ?? '', mode);
  const url = mode === 'transaction' ? afterDeadHost(pooler) : pooler;
  expect(await startProblem({ variables: databaseVariables({ kind: 'postgres', url }) })).toContain(expected);
});

test('behind a pooler with one session that does not prepare queries, a server does not start', async () => {
  const { location } = await testDatabase();
  const direct = databaseVariables(location)['DATABASE_URL'] ?? '';
  const url = await startPooler(direct, 'transaction', ['default_pool_size = 1']);
  expect(await startProblem({ variables: databaseVariables({ kind: 'postgres', url }) })).toContain(
    'max_prepared_statements',
  );
});

test('a query for which a pooler has no session left fails because the database is not available', async () => {
  const { location } = await testDatabase();
  const direct = databaseVariables(location)['DATABASE_URL'] ?? '';
  const limits = ['default_pool_size = 1', 'query_wait_timeout = 1'];
  const url = await startPooler(direct, 'session', limits);
  const db = openDatabase({ kind: 'postgres', url }, () => {});
  onTestFinished(() => db.destroy());
  await db.connection().execute(async (first) => {
    await sql`select 1`.execute(first);
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      code: '08P01',
    });
  });
});

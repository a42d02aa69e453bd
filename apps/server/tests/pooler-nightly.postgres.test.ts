import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type DatabaseLocation } from '../src/db/connection.ts';
import { buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { POOLER_VERSION, PREPARES_BY_DEFAULT, startPooler } from '../src/testing/databases/pooler.ts';
import {
  databaseVariables,
  runDoctor,
  startProblem,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';

/** What a server requires of a pooler. `pooler-transactions-nightly` has the tests of transaction mode. */

/** Transaction mode as before version 1.21. */
const UNPREPARED = { mode: 'transaction', prepared: 0 } as const;

const directUrl = (location: DatabaseLocation) => databaseVariables(location)['DATABASE_URL'] ?? '';

/** The URL of a database with another host before its own, which does not respond. */
function afterDeadHost(url: string): string {
  return url.replace(/@/, '@127.0.0.1:1,');
}

test('behind a pooler that keeps sessions, a server works', async () => {
  const { db, location } = await testDatabase();
  const team = await buildTeam(db);
  const { url } = await startPooler(directUrl(location), { mode: 'session', prepared: 'default' });
  const server = await startServerProcess({ kind: 'postgres', url });
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
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
  const { url } = await startPooler(directUrl(location), UNPREPARED);
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
  const pooler = await startPooler(directUrl(location), { mode, prepared: 0 });
  const url = mode === 'transaction' ? afterDeadHost(pooler.url) : pooler.url;
  expect(await startProblem({ variables: databaseVariables({ kind: 'postgres', url }) })).toContain(expected);
});

// Since 1.24, queries are prepared unless a setting forbids it.
test(`behind ${POOLER_VERSION} in transaction mode without other settings, a server ${PREPARES_BY_DEFAULT ? 'works' : 'does not start'}`, async () => {
  const { location } = await testDatabase();
  const { url } = await startPooler(directUrl(location), { mode: 'transaction', prepared: 'default' });
  const variables = {
    ...databaseVariables({ kind: 'postgres', url }),
    DATABASE_LISTEN_URL: directUrl(location),
  };
  if (!PREPARES_BY_DEFAULT) {
    expect(await startProblem({ variables })).toContain('max_prepared_statements');
    return;
  }
  const server = await startServerProcess({ kind: 'postgres', url }, { variables });
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('behind a pooler with one session that does not prepare queries, a server does not start', async () => {
  const { location } = await testDatabase();
  const { url } = await startPooler(directUrl(location), { ...UNPREPARED, sessions: 1 });
  expect(await startProblem({ variables: databaseVariables({ kind: 'postgres', url }) })).toContain(
    'max_prepared_statements',
  );
});

test('a query for which a pooler has no session left fails because the database is not available', async () => {
  const { location } = await testDatabase();
  const { url } = await startPooler(directUrl(location), {
    mode: 'session',
    prepared: 'default',
    sessions: 1,
    settings: ['query_wait_timeout = 1'],
  });
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

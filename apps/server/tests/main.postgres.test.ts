import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { findTables, migrate } from '../src/db/migrate.ts';
import { emptyLocation, failUnlessClosed, testDatabase } from '../src/testing/databases/database.ts';
import {
  databaseVariables,
  logLines,
  runAdminCommand,
  runDoctor,
  runServer,
  startProblem,
} from '../src/testing/processes/server-process.ts';

/** What an operator sees if PostgreSQL cannot be used as it is, or would lose presses. */

async function address(change: (url: URL) => unknown): Promise<string> {
  const { location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('only PostgreSQL has an address');
  const url = new URL(location.url);
  change(url);
  return url.href;
}

test.each([
  ['no database of this name', (url: URL) => (url.pathname = '/nodb'), 'database "nodb" does not exist'],
  // It depends on the authentication that PostgreSQL asks for.
  ['no role of this name', (url: URL) => (url.username = 'nobody'), '(role|.* user) "nobody".*'],
])('%s: one line names the setting', async (_what, change, reason) => {
  expect(await startProblem({ variables: { DATABASE_URL: await address(change) } })).toMatch(
    new RegExp(`^DATABASE_URL cannot be used: ${reason}$`),
  );
});

test('a database for notifications and migrations that is another one: nothing is changed, and one line names both settings', async () => {
  const { location: own } = await testDatabase();
  const other = await emptyLocation();
  const otherDb = openDatabase(other, failUnlessClosed);
  onTestFinished(() => otherDb.destroy());
  const DATABASE_LISTEN_URL = databaseVariables(other)['DATABASE_URL'] ?? '';
  const variables = { ...databaseVariables(own), DATABASE_LISTEN_URL };
  const problem = 'DATABASE_LISTEN_URL must be the same database as DATABASE_URL';
  expect(await startProblem({ variables })).toContain(problem);
  const admin = await runAdminCommand(own, ['add', 'new@callpoint.example'], { DATABASE_LISTEN_URL });
  expect(admin).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(problem) });
  expect((await runDoctor(variables)).stdout).toMatch(
    /^PROBLEM {2}Events: DATABASE_LISTEN_URL is another database than DATABASE_URL: \S+$/m,
  );
  expect(await findTables(otherDb)).toBe('none');
  // It is not less wrong if it has the tables of this version already.
  await migrate(otherDb);
  expect(await startProblem({ variables })).toContain(problem);
});

test('a database for notifications and migrations that cannot be used: one line names its setting', async () => {
  const { location } = await testDatabase();
  const DATABASE_LISTEN_URL = await address((url) => (url.pathname = '/nodb'));
  const problem = 'DATABASE_LISTEN_URL cannot be used: database "nodb" does not exist';
  const variables = { ...databaseVariables(location), DATABASE_LISTEN_URL };
  expect(await startProblem({ variables })).toBe(problem);
  expect((await runDoctor(variables)).stdout).toContain(`PROBLEM  Events: ${problem}\n`);
});

test('an error of a statement at the start is logged without its text, which can quote what is stored', async () => {
  const { db, location } = await testDatabase();
  await sql`create function reject_admin() returns trigger language plpgsql
    as ${sql.lit("begin raise exception 'rejected %', new.email; end")}`.execute(db);
  await sql`create trigger no_admin before insert on admin for each row execute function reject_admin()`.execute(
    db,
  );
  const variables = {
    ...databaseVariables(location),
    ADMIN_EMAIL: 'ann@work.example',
    SECRET_KEY: 'a'.repeat(64),
  };
  const { code, stdout, stderr } = await runServer(variables);
  expect([code, stderr]).toEqual([1, '']);
  expect(logLines(stdout)).toMatchObject([
    {
      problem: expect.stringMatching(/^an unexpected error/),
      err: { code: 'P0001', stack: expect.stringContaining('ensureFirstAdministrator') },
    },
  ]);
  expect(stdout).not.toContain('ann@work.example');
});

test('the doctor warns of a database whose crash loses presses, and of a failover without a standby', async () => {
  const DATABASE_URL = await address((url) => {
    url.searchParams.set('options', '-c synchronous_commit=off');
  });
  const one = await runDoctor({ DATABASE_URL });
  expect(one.stdout).toContain('WARNING  Failover: synchronous_commit is off');
  expect(one.stdout).not.toContain('standby');
  const { host } = new URL(DATABASE_URL);
  const two = await runDoctor({ DATABASE_URL: DATABASE_URL.replace(host, `${host},127.0.0.1:1`) });
  expect(two.stdout).toContain('WARNING  Failover: no standby is synchronous');
  expect(two.stdout).toMatch(/WARNING {2}Failover: \S*127\.0\.0\.1:1\/\S* of DATABASE_URL cannot be used: /);
});

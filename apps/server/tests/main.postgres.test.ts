import { expect, test } from 'vitest';
import { emptyLocation, testDatabase } from '../src/testing/databases/database.ts';
import { databaseVariables, runDoctor, startProblem } from '../src/testing/processes/server-process.ts';

/** What an operator sees if PostgreSQL cannot be used as it is, or would lose presses. */

async function address(change: (url: URL) => void): Promise<string> {
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

test('a database for notifications and migrations that is another one: one line names both settings', async () => {
  const variables = databaseVariables(await emptyLocation());
  const DATABASE_LISTEN_URL = await address(() => {});
  expect(await startProblem({ variables: { ...variables, DATABASE_LISTEN_URL } })).toContain(
    'DATABASE_LISTEN_URL must be the same database as DATABASE_URL',
  );
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

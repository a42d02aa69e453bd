import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { rollUpSubmissions } from '../src/db/totals/submission-rollup.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { DAY } from '../src/scheduling/durations.ts';
import { loneDatabase } from '../src/testing/databases/lone-database.ts';
import { runDoctor, startServerProcess } from '../src/testing/processes/server-process.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';

/** Milliseconds: a check stores a change every 5 s, and waits 2 s for it. */
const NOTICED_WITHIN = 20_000;

test('while the synchronous standby is missing, nothing is confirmed, and the process is not ready', async () => {
  const { postgres, location, db } = await loneDatabase();
  const user = await buildAppUser(db, (await buildTeam(db)).id);
  const token = await buildSession(db, 'app_user', user.id);
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status;
  const body = JSON.stringify({ client_id: randomUUID(), button_id: 2 });
  const press = async () => {
    const response = await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
    };
  };
  const stored = async () => (await db.selectFrom('button_click').select('id').execute()).length;
  const commitsThatWait = async () => {
    const waiting = sql<{
      count: number;
    }>`select count(*) as count from pg_stat_activity where wait_event = 'SyncRep'`;
    return (await waiting.execute(db)).rows[0]?.count;
  };
  const waitForStandby = async (name: string) => {
    await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
  };
  await expect.poll(readiness).toBe(200);

  await waitForStandby('missing');
  await expect.poll(readiness, { timeout: NOTICED_WITHIN }).toBe(503);
  await server.printed('the database stores no changes');
  // PostgreSQL keeps each session whose commit waits: later checks must not add more of them.
  for (let checks = 0; checks < 10; checks += 1) expect(await readiness()).toBe(503);
  expect(await commitsThatWait()).toBeLessThanOrEqual(2);
  const [first, doctor] = await Promise.all([press(), runDoctor({ DATABASE_URL: postgres.url })]);
  expect(first).toMatchObject({ status: 503, retryAfter: expect.any(String) });
  expect(doctor.stdout).toMatch(
    /^PROBLEM {2}Failover: each press waits for a standby, and none confirms: synchronous_standby_names is missing\n/m,
  );

  // The press may become visible in a quarter that would have been counted.
  const before = await db.selectFrom('progress').selectAll().execute();
  await rollUpSubmissions(db, new Date(Date.now() + DAY));
  expect(await db.selectFrom('progress').selectAll().execute()).toEqual(before);

  // PostgreSQL has it on its own disk, and shows it since its start.
  await postgres.restart('SIGQUIT');
  await expect.poll(stored).toBe(1);
  expect(await press()).toMatchObject({ status: 503, retryAfter: expect.any(String) });
  expect(await readiness()).toBe(503);

  await waitForStandby('');
  expect(await press()).toMatchObject({ status: 200, body: { data: { repeated: true } } });
  await expect.poll(readiness, { timeout: NOTICED_WITHIN }).toBe(200);
  expect(await stored()).toBe(1);
});

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../src/testing/databases/database.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';

test('a new process is not ready before it has claimed messages, also if its calls work', async () => {
  const { db, location } = await testDatabase();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  // As for a role that may not update the table: a claim fails, also one that would find nothing.
  await sql`create function reject_update() returns trigger language plpgsql
    as ${sql.lit("begin raise exception 'permission denied'; end")}`.execute(db);
  await sql`create trigger no_claims before update on delivery execute function reject_update()`.execute(db);
  const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  await server.printed('claiming messages failed');
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  await server.printed('the delivery cannot claim messages');

  await sql`drop trigger no_claims on delivery`.execute(db);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
});

test('a process without a channel becomes ready too', async () => {
  const { location } = await testDatabase();
  const server = await startServerProcess(location);
  onTestFinished(async () => void (await server.end('SIGKILL')));
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
});

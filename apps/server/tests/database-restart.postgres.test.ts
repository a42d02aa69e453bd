import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../src/db/tables.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import {
  countDeliveries,
  limitToOneEmailPerPress,
  waitUntilDelivered,
} from '../src/testing/crashes/delivery-count.ts';
import { loneDatabase } from '../src/testing/databases/lone-database.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';
import { startSteadyPhones } from '../src/testing/phones/steady-phones.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';
import { startLoadBalancer } from '../src/testing/upgrades/load-balancer.ts';

/** Presses a second. */
const RATE = 40;
const PRESSES = 40;
const PHONES = 5;

/** Ends every connection of the servers, as a network or a pooler does. */
async function disconnect(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'callpoint' and pid <> pg_backend_pid()`.execute(db);
}

test('while the database is disconnected and restarted under load, no accepted press is lost, and each message is sent once', async () => {
  const { postgres, location, db } = await loneDatabase();
  const team = await buildTeam(db);
  await limitToOneEmailPerPress(db, team.id);
  const tokens: string[] = [];
  for (let phone = 0; phone < PHONES; phone += 1)
    tokens.push(await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id));
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const balancer = await startLoadBalancer();
  onTestFinished(() => balancer.close());
  for (let count = 0; count < 2; count += 1) {
    const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    await balancer.add(server.url);
  }
  const phones = startSteadyPhones(balancer.url, { tokens, rate: RATE });
  await phones.more(PRESSES);
  const faults = [
    () => disconnect(db),
    () => postgres.restart('SIGQUIT'),
    () => disconnect(db),
    () => postgres.restart('SIGINT'),
  ];
  for (const fault of TEST_LENGTH === 'short' ? faults.slice(0, 2) : faults) {
    await fault();
    await phones.more(PRESSES);
  }
  await phones.stop();
  expect(phones.failed).toEqual([]);
  // Otherwise the faults met no press.
  expect(phones.acknowledged.filter(({ attempts }) => attempts > 1)).not.toEqual([]);
  await waitUntilDelivered(db, 60_000);
  expect((await countDeliveries(db, phones.acknowledged, smtp.mails)).problems).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import {
  countDeliveries,
  limitToOneEmailPerPress,
  waitUntilDelivered,
} from '../src/testing/crashes/delivery-count.ts';
import { startCluster } from '../src/testing/databases/postgres-cluster.ts';
import { startSteadyPhones } from '../src/testing/phones/steady-phones.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';

const PHONES = 4;
/** Presses a second, on each of the two servers. */
const RATE = 20;
const PRESSES = 20;
/** Milliseconds from the promotion until presses are accepted again. */
const ACCEPTED_WITHIN = 10_000;

test('the primary is killed under load: two servers find the new one, no accepted press is lost, and each message is sent', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const before = openDatabase({ kind: 'postgres', url: cluster.primaryUrl }, () => {});
  await migrate(before);
  const team = await buildTeam(before);
  await limitToOneEmailPerPress(before, team.id);
  const tokens: string[] = [];
  for (let phone = 0; phone < PHONES; phone += 1)
    tokens.push(await buildSession(before, 'app_user', (await buildAppUser(before, team.id)).id));
  await before.destroy();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const start = async () => {
    const location = { kind: 'postgres', url: cluster.url } as const;
    const server = await startServerProcess(location, { variables: { SMTP_URL: smtp.url } });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server.url;
  };
  const urls = [await start(), await start()];
  const readiness = () => Promise.all(urls.map(async (url) => (await fetch(`${url}/readyz`)).status));
  const phones = urls.map((url) => startSteadyPhones(url, { tokens, rate: RATE }));
  const more = () => Promise.all(phones.map((some) => some.more(PRESSES)));

  await more();
  await cluster.killPrimary();
  await expect.poll(readiness, { timeout: 30_000 }).toEqual([503, 503]);
  for (const url of urls) {
    const rejected = await fetch(`${url}/mapi/v1/button_click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` },
      body: JSON.stringify({ client_id: randomUUID(), button_id: EMERGENCY_BUTTON_ID }),
    });
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
  }
  await cluster.promote();
  const counts = () => phones.map(({ acknowledged }) => acknowledged.length);
  const [one = 0, other = 0] = counts();
  const areAccepted = () => counts().every((count, at) => count > ([one, other][at] ?? 0));
  await expect.poll(areAccepted, { timeout: ACCEPTED_WITHIN }).toBe(true);
  await more();
  await expect.poll(readiness).toEqual([200, 200]);
  for (const some of phones) await some.stop();

  expect(phones.flatMap(({ failed }) => failed)).toEqual([]);
  const acknowledged = phones.flatMap((some) => some.acknowledged);
  // Otherwise the primary was killed while no phone pressed.
  expect(acknowledged.filter(({ attempts }) => attempts > 1)).not.toEqual([]);
  const now = openDatabase({ kind: 'postgres', url: cluster.standbyUrl }, () => {});
  onTestFinished(() => now.destroy());
  await waitUntilDelivered(now, 60_000);
  expect((await countDeliveries(now, acknowledged, smtp.mails)).problems).toEqual([]);
});

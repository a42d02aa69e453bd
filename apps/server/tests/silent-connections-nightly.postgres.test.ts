import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { expect, onTestFinished, test } from 'vitest';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { limitToOneEmailPerPress } from '../src/testing/crashes/delivery-count.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import { startSilentProxy } from '../src/testing/databases/silent-proxy.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

/** More presses than the server has connections. */
const PRESSES = 20;

/** A subscriber with a phone, a mail server, and a proxy before the database. */
async function setUp() {
  const { db, location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('this test needs PostgreSQL');
  const team = await buildTeam(db);
  await limitToOneEmailPerPress(db, team.id);
  const token = await buildSession(db, 'app_user', (await buildAppUser(db, team.id)).id);
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const proxy = await startSilentProxy(location.url);
  const start = async (url: string) => {
    const server = await startServerProcess({ kind: 'postgres', url }, { variables: { SMTP_URL: smtp.url } });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const statuses: number[] = [];
    /** Like a phone: the same press again until it is accepted. */
    const press = async () => {
      const body = JSON.stringify({ client_id: randomUUID(), button_id: EMERGENCY_BUTTON_ID });
      for (let status = 0; status !== 200;) {
        const response = await fetch(`${server.url}/mapi/v1/button_click`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body,
        });
        await response.text();
        statuses.push((status = response.status));
      }
    };
    const pressAll = () => Promise.all(Array.from({ length: PRESSES }, press));
    const readiness = async () => (await fetch(`${server.url}/readyz`)).status;
    return { pressAll, readiness, statuses };
  };
  const stored = async () => (await db.selectFrom('button_click').select('id').execute()).length;
  return { location, smtp, proxy, start, stored };
}

test('when all connections become silent, presses and messages continue on new ones', async () => {
  const { smtp, proxy, start, stored } = await setUp();
  const { pressAll, readiness, statuses } = await start(proxy.url);
  await pressAll();
  await smtp.waitFor(PRESSES);
  expect(new Set(statuses)).toEqual(new Set([200]));

  proxy.silence();
  await pressAll();
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  await smtp.waitFor(2 * PRESSES);
  expect(await stored()).toBe(2 * PRESSES);
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
});

test('when the primary becomes silent, presses continue on the host that was promoted', async () => {
  const { location, smtp, proxy, start, stored } = await setUp();
  // The second host is the same database. As a standby it would reject changes until it is promoted.
  const { host } = new URL(location.url);
  const { pressAll, readiness, statuses } = await start(proxy.url.replace(/@([^/]+)/, `@$1,${host}`));
  await pressAll();
  await smtp.waitFor(PRESSES);

  proxy.silence({ alsoNew: true });
  await pressAll();
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  await smtp.waitFor(2 * PRESSES);
  expect(await stored()).toBe(2 * PRESSES);
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
});

test('without a response of the database, the server is not ready and says so within seconds', async () => {
  const { proxy, start } = await setUp();
  const { pressAll, readiness } = await start(proxy.url);
  await pressAll();
  expect(await readiness()).toBe(200);
  proxy.silence({ alsoNew: true });
  expect(await readiness()).toBe(503);
});

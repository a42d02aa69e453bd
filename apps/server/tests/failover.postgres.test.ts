import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { startCluster } from '../src/testing/databases/postgres-cluster.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

const PHONES = 4;
/** Presses of each phone before the primary is killed, and after the standby was promoted. */
const PRESSES = 10;

test('after a failover two servers find the new primary, and no accepted press is lost', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const db = openDatabase({ kind: 'postgres', url: cluster.primaryUrl }, () => {});
  await migrate(db);
  const team = await buildTeam(db);
  const tokens: string[] = [];
  for (let phone = 0; phone < PHONES; phone += 1) {
    const { id } = await buildAppUser(db, team.id);
    tokens.push(await buildSession(db, 'app_user', id));
  }
  await db.destroy();
  const location = { kind: 'postgres', url: cluster.url } as const;
  const servers = [await startServerProcess(location), await startServerProcess(location)];
  const accepted = new Set<string>();
  const rejected: { status: number; retryAfter: string | null }[] = [];
  try {
    const pressOn = async (phone: number) => {
      const server = servers[phone % servers.length];
      const client_id = randomUUID();
      // Like a phone: the same press again until it is accepted.
      while (!accepted.has(client_id)) {
        const response = await fetch(`${server?.url}/mapi/v1/button_click`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[phone]}` },
          body: JSON.stringify({ client_id, button_id: EMERGENCY_BUTTON_ID }),
        });
        await response.text();
        if (response.ok) accepted.add(client_id);
        else rejected.push({ status: response.status, retryAfter: response.headers.get('retry-after') });
      }
    };
    const pressAll = async () => {
      const phones = tokens.map(async (_, phone) => {
        for (let press = 0; press < PRESSES; press += 1) await pressOn(phone);
      });
      await Promise.all(phones);
    };
    await pressAll();
    expect([accepted.size, rejected]).toEqual([PHONES * PRESSES, []]);

    await cluster.killPrimary();
    const pressed = pressAll();
    await expect.poll(() => rejected.length, { timeout: 30_000 }).toBeGreaterThan(PHONES);
    const { status } = await fetch(`${servers[0]?.url}/readyz`);
    expect(status).toBe(503);
    await cluster.promote();
    await pressed;
    expect(accepted.size).toBe(2 * PHONES * PRESSES);
    for (const one of rejected) expect(one).toEqual({ status: 503, retryAfter: '2' });
    for (const server of servers)
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    for (const server of servers) await server.end('SIGKILL');
  }
  const now = openDatabase({ kind: 'postgres', url: cluster.standbyUrl }, () => {});
  const stored = await now.selectFrom('button_click').select('client_id').execute();
  await now.destroy();
  expect(stored.map(({ client_id }) => client_id).toSorted()).toEqual([...accepted].toSorted());
});

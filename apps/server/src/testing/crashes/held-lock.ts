import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../db/connection.ts';
import type { Tx } from '../../db/tables.ts';
import { gate } from '../outbox.ts';
import { testServer, type TestServer } from '../server.ts';
import { buildTenant } from '../tenant.ts';

/** Keeps what `lock` locks, like a process that is paused in a transaction, until the returned function is called. */
export async function holdLock(
  server: TestServer,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const other = openDatabase(server.location, () => {}, { isTransfer: true });
  const [locked, released] = [gate(), gate()];
  const holding = other.transaction().execute(async (tx) => {
    await lock(tx);
    locked.open();
    await released.opened;
  });
  await locked.opened;
  const release = async () => {
    released.open();
    await holding;
  };
  onTestFinished(async () => {
    await release();
    await other.destroy();
  });
  return release;
}

export const lockTeam = (teamId: number) => (tx: Tx) =>
  sql`select id from team where id = ${teamId} for update`.execute(tx);

/** A server, and two subscribers; one of them waits for a lock. */
export async function twoSubscribers() {
  const server = await testServer();
  const [waiting, other] = [await buildTenant(server.db), await buildTenant(server.db)];
  const press = async (user: { id: number }) => {
    const token = await server.tokenOf('app_user', user.id);
    const body = { client_id: randomUUID(), button_id: EMERGENCY_BUTTON_ID };
    const { status, headers } = await server.post('/mapi/v1/button_click', { token, body });
    return { status, retryAfter: headers.get('retry-after') };
  };
  return { server, waiting, other, press };
}

import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalogue';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { startCluster } from '../src/testing/databases/postgres-cluster.ts';
import { startServerProcess } from '../src/testing/server-process.ts';

/** Nothing listens there. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/callpoint';

test('exports and the overview are read from the replica, lists and all others from the primary', async () => {
  const cluster = await startCluster();
  const db = openDatabase({ kind: 'postgres', url: cluster.primaryUrl }, () => {});
  await migrate(db);
  const location = { kind: 'postgres', url: cluster.primaryUrl } as const;
  const server = await startServerProcess(location, { variables: { DATABASE_READ_URL: cluster.standbyUrl } });
  const alone = await startServerProcess(location, { variables: { DATABASE_READ_URL: NOWHERE } });
  const standby = openDatabase({ kind: 'postgres', url: cluster.standbyUrl }, () => {});
  try {
    const team = await buildTeam(db);
    const { id: userId } = await buildAppUser(db, team.id);
    const phone = await buildSession(db, 'app_user', userId);
    const { id: adminId } = await db.selectFrom('admin').select('id').executeTakeFirstOrThrow();
    const tokens = {
      team: await buildSession(db, 'team', team.id),
      admin: await buildSession(db, 'admin', adminId),
    };
    const read = async (url: string, path: string, role: 'team' | 'admin' = 'team') => {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${tokens[role]}` } });
      expect(response.status).toBe(200);
      return await response.text();
    };
    const counts = async (url: string) => {
      const rows = (await read(url, '/tapi/v1/export/button_click')).trim().split('\n').length - 1;
      const list = JSON.parse(await read(url, '/tapi/v1/listPaged/button_click')) as { items: unknown[] };
      const overview = JSON.parse(await read(url, '/api/v1/overview?zone=UTC', 'admin')) as { data: unknown };
      return { rows, list: list.items.length, overview: JSON.stringify(overview.data) };
    };
    const before = await counts(server.url);
    // The replica keeps what it receives, and shows nothing new.
    await sql`select pg_wal_replay_pause()`.execute(standby);
    const pressed = await fetch(`${server.url}/mapi/v1/button_click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${phone}` },
      body: JSON.stringify({ client_id: randomUUID(), button_id: EMERGENCY_BUTTON_ID }),
    });
    expect(pressed.status).toBe(200);
    expect(await counts(server.url)).toEqual({ ...before, list: 1 });
    const now = await counts(alone.url);
    expect([now.rows, now.list]).toEqual([1, 1]);
    expect(now.overview).not.toBe(before.overview);
    await sql`select pg_wal_replay_resume()`.execute(standby);
    await expect.poll(async () => (await counts(server.url)).rows).toBe(1);
  } finally {
    for (const one of [server, alone]) await one.end('SIGKILL');
    for (const one of [standby, db]) await one.destroy();
  }
});

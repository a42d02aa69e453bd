import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { startCluster } from '../src/testing/databases/postgres-cluster.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

/** Nothing listens there. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/callpoint';

const inOther = (url: string) => url.replace(/callpoint$/, 'other');

test('exports and the overview are read from the replica, and from the primary while it is late or unavailable', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const db = openDatabase({ kind: 'postgres', url: cluster.primaryUrl }, () => {});
  await migrate(db);
  const location = { kind: 'postgres', url: cluster.primaryUrl } as const;
  const server = await startServerProcess(location, { variables: { DATABASE_READ_URL: cluster.standbyUrl } });
  const alone = await startServerProcess(location, { variables: { DATABASE_READ_URL: NOWHERE } });
  // A database of the same server with the same tables, and without rows.
  await sql`create database other`.execute(db);
  const other = openDatabase({ kind: 'postgres', url: inOther(cluster.primaryUrl) }, () => {});
  await migrate(other);
  await other.destroy();
  const elsewhere = inOther(cluster.standbyUrl);
  const confused = await startServerProcess(location, { variables: { DATABASE_READ_URL: elsewhere } });
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
    // A connection shows its newest query: that of the overview, for each fault.
    const readsOnStandby = async () => {
      const { rows } = await sql<{ query: string }>`
        select query from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
        standby,
      );
      return rows.map(({ query }) => query).filter((query) => query.includes('from delivery_attempt'));
    };
    const press = async () => {
      const pressed = await fetch(`${server.url}/mapi/v1/button_click`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${phone}` },
        body: JSON.stringify({ client_id: randomUUID(), button_id: EMERGENCY_BUTTON_ID }),
      });
      expect(pressed.status).toBe(200);
    };
    await press();
    expect(await counts(confused.url)).toMatchObject({ rows: 1, list: 1 });
    const before = await counts(server.url);
    expect(before).toMatchObject({ rows: 1, list: 1 });
    expect(await readsOnStandby()).not.toEqual([]);

    // From now on, the replica receives changes and does not show them.
    await sql`select pg_wal_replay_pause()`.execute(standby);
    await press();
    const late = await counts(server.url);
    expect(late).toMatchObject({ rows: 2, list: 2 });
    expect(late.overview).not.toBe(before.overview);
    expect(await counts(alone.url)).toMatchObject({ rows: 2, list: 2 });
    await server.printed(
      'the replica does not respond, is late or is no standby of the database; reading from the primary',
    );
  } finally {
    for (const one of [server, alone, confused]) await one.end('SIGKILL');
    for (const one of [standby, db]) await one.destroy();
  }
});

import { randomUUID } from 'node:crypto';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { CallError } from '../src/http/errors/call-error.ts';
import { openDatabase } from '../src/db/connection.ts';
import { attachReplica, readFromReplica } from '../src/db/replica.ts';
import { migrate } from '../src/db/migrate.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { startCluster } from '../src/testing/databases/postgres-cluster.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

/** Nothing listens there. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/callpoint';

const inOther = (url: string) => url.replace(/callpoint$/, 'other');

test('exports, response times and the overview are read from the replica, and from the primary while it is late or unavailable', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const db = openDatabase({ kind: 'postgres', url: cluster.primaryUrl }, () => {});
  await migrate(db);
  const location = { kind: 'postgres', url: cluster.primaryUrl } as const;
  const server = await startServerProcess(location, { variables: { DATABASE_READ_URL: cluster.standbyUrl } });
  // It reads from the replica for the first time when the replica is late.
  const fresh = await startServerProcess(location, { variables: { DATABASE_READ_URL: cluster.standbyUrl } });
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
    // The newest query of each connection to the standby that has read something for `work`.
    const queriesOnStandby = async (work: () => Promise<unknown>) => {
      const { rows: now } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(standby);
      await work();
      const { rows } = await sql<{ query: string }>`
        select query from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          and query_start > ${now[0]?.at ?? ''}::timestamptz`.execute(standby);
      return rows.map(({ query }) => query);
    };
    const incidentIds = async () =>
      (await db.selectFrom('incident').select('id').orderBy('id').execute()).map(({ id }) => id);
    const exportOf = async (url: string, id: number) =>
      JSON.parse(await read(url, `/tapi/v1/incidentExport?id=${id}`)) as {
        rows: { kind: string; data: { state?: string } }[];
      };
    const stateInExport = async (url: string, id: number) =>
      (await exportOf(url, id)).rows.find(({ kind }) => kind === 'incident')?.data.state;
    const metrics = async (url: string) =>
      (
        JSON.parse(await read(url, '/tapi/v1/incidentMetrics?months=1')) as {
          data: { total: { all: { incidents: number } } };
        }
      ).data.total.all.incidents;
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
    const [first = 0] = await incidentIds();
    const incidentReads = [
      async () => expect(await stateInExport(server.url, first)).toBe('open'),
      async () => expect(await read(server.url, `/tapi/v1/incidentPdf?id=${first}`)).toMatch(/^%PDF/),
      async () => expect(await metrics(server.url)).toBe(1),
    ];
    // A check of the replica may use the same connection a moment later.
    for (const one of incidentReads)
      await expect
        .poll(() => queriesOnStandby(one))
        .toContainEqual(expect.stringContaining('from "incident'));
    expect([await stateInExport(confused.url, first), await metrics(confused.url)]).toEqual(['open', 1]);

    // An error of the read itself is none of the replica: the primary does not read the same again.
    const faults: unknown[] = [];
    attachReplica(db, standby, (error) => faults.push(error));
    const readers: string[] = [];
    const failing = (error: Error) =>
      readFromReplica(db, async (from) => {
        readers.push(from === standby ? 'replica' : 'primary');
        throw error;
      });
    const gone = AbortSignal.abort().reason as Error;
    const ofRead = [
      gone,
      new CallError(503, 'The incident is changing.'),
      new TypeError('x is not a function'),
    ];
    for (const error of ofRead) await expect(failing(error)).rejects.toBe(error);
    expect([readers, faults]).toEqual([ofRead.map(() => 'replica'), []]);
    // Errors of pg about passwords and TLS have no code.
    const conflict = Object.assign(new Error('conflict with recovery'), { code: '40001' });
    const password = new Error('SASL: the password of the client must be a string');
    for (const error of [conflict, password]) {
      readers.length = 0;
      await expect(failing(error)).rejects.toBe(error);
      expect(readers).toEqual(['replica', 'primary']);
    }
    expect(faults).toEqual([conflict, password]);

    // From now on, the replica receives changes and does not show them.
    await sql`select pg_wal_replay_pause()`.execute(standby);
    await press();
    const late = await counts(server.url);
    expect(late).toMatchObject({ rows: 2, list: 2 });
    expect(late.overview).not.toBe(before.overview);
    expect(await counts(alone.url)).toMatchObject({ rows: 2, list: 2 });
    // Closed on the primary only: an export never contradicts what its reader has just done.
    await db.updateTable('incident').set({ state: 'closed' }).where('id', '=', first).execute();
    for (const { url } of [fresh, server])
      expect([await stateInExport(url, first), await metrics(url)]).toEqual(['closed', 2]);
    await server.printed(
      '"type":"ReplicaUnsuitable","code":"REPLICA_UNSUITABLE","msg":"the replica does not respond, is late or is no standby of the database; reading from the primary"',
    );
  } finally {
    for (const one of [server, fresh, alone, confused]) await one.end('SIGKILL');
    for (const one of [standby, db]) await one.destroy();
  }
});

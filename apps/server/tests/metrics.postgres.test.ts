import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { startLonePostgres } from '../src/testing/databases/postgres-cluster.ts';
import { scrape, serverWithMetrics, valueOf } from '../src/testing/processes/metrics-server.ts';
import { startServerProcess } from '../src/testing/processes/server-process.ts';

test('while PostgreSQL does not respond to queries, the metrics of the process arrive in time', async () => {
  const { db, url } = await serverWithMetrics();
  await db.transaction().execute(async (on) => {
    await sql`lock table incident in access exclusive mode`.execute(on);
    const text = await scrape(url);
    expect(valueOf(text, 'callpoint_figure_faults_total')).toBe(1);
    expect(text).toContain('process_cpu_seconds_total');
    // Connections that are used up are why queries get no response.
    expect(valueOf(text, 'callpoint_database_connections{state="used"}')).toBeGreaterThanOrEqual(0);
  });
  await expect.poll(async () => valueOf(await scrape(url), 'callpoint_incidents_open')).toBe(0);
});

test('while PostgreSQL is stopped, presses count as unavailable and the process as not ready', async () => {
  const postgres = await startLonePostgres();
  onTestFinished(() => postgres.stop());
  const location = { kind: 'postgres', url: postgres.url } as const;
  const db = openDatabase(location, () => {});
  await migrate(db);
  const token = await buildSession(db, 'app_user', (await buildAppUser(db, (await buildTeam(db)).id)).id);
  await db.destroy();
  const server = await startServerProcess(location, { variables: { METRICS_LISTEN: '127.0.0.1:0' } });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const metrics = await server.line(/"metrics":"([^"]+)"/);
  const isReady = async () => valueOf(await scrape(metrics), 'callpoint_ready');
  await expect.poll(isReady).toBe(1);

  await postgres.stop();
  await expect.poll(isReady).toBe(0);
  const response = await fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: crypto.randomUUID(), button_id: 1 }),
  });
  expect(response.status).toBe(503);
  const count = async (result: string) =>
    valueOf(await scrape(metrics), `callpoint_submissions_total{item="button",result="${result}"}`);
  await expect.poll(() => count('unavailable')).toBe(1);
  expect([await count('overloaded'), await count('failed')]).toEqual([0, 0]);
});

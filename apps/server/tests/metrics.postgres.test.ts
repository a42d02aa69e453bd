import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { scrape, serverWithMetrics, valueOf } from '../src/testing/processes/metrics-server.ts';

test('while PostgreSQL does not respond to queries, the metrics of the process arrive in time', async () => {
  const { db, url } = await serverWithMetrics();
  await db.transaction().execute(async (on) => {
    await sql`lock table incident in access exclusive mode`.execute(on);
    const text = await scrape(url);
    expect(valueOf(text, 'callpoint_figure_faults_total')).toBe(1);
    expect(text).toContain('process_cpu_seconds_total');
  });
  await expect.poll(async () => valueOf(await scrape(url), 'callpoint_incidents_open')).toBe(0);
});

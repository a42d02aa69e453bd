import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/databases/database.ts';
import { startSilentProxy } from '../../testing/databases/silent-proxy.ts';
import { connectionUsage, openDatabase } from '../connection.ts';
import { reportDuring } from './build-progress.ts';

test('the end of a build does not wait for a connection that became silent, and is not followed by a report', async () => {
  const { location } = await testDatabase();
  if (location.kind !== 'postgres') throw new Error('this test needs PostgreSQL');
  const proxy = await startSilentProxy(location.url);
  const db = openDatabase({ kind: 'postgres', url: proxy.url }, () => {}, { isTransfer: true });
  // The read of the progress gets this connection.
  await sql`select 1`.execute(db);
  proxy.silence();
  const reports: string[] = [];
  const report = (_level: string, _details: unknown, text: string) => void reports.push(text);
  const built = await reportDuring({ db, pid: 0, interval: 1, report }, async () => {
    await expect.poll(() => connectionUsage(db)?.used).toBe(1);
    return 'built';
  });
  expect([built, reports]).toEqual(['built', []]);
  // A connection in use would keep the pool open.
  await db.destroy();
});

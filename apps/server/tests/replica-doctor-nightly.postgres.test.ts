import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import { startCluster } from '../src/testing/databases/postgres-cluster.ts';
import { runDoctor } from '../src/testing/processes/server-process.ts';

/** Nothing listens there. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/callpoint';

test('the doctor compares a replica with its primary', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const db = openDatabase({ kind: 'postgres', url: cluster.primaryUrl }, () => {});
  const standby = openDatabase({ kind: 'postgres', url: cluster.standbyUrl }, () => {});
  try {
    await migrate(db);
    const run = async (url: string) => {
      const { stdout } = await runDoctor({ DATABASE_URL: cluster.primaryUrl, DATABASE_READ_URL: url });
      return stdout.split('\n').find((line) => line.includes(' Replica: '));
    };
    expect(await run(cluster.standbyUrl)).toMatch(/^ok .* is a standby with all changes$/);
    const database = async (url: string) => (await runDoctor({ DATABASE_URL: url })).stdout;
    expect(await database(cluster.standbyUrl)).toMatch(
      /^PROBLEM {2}Database: \S+ is a standby, which accepts no changes: [^\n]*\n +Set DATABASE_URL to the address of the primary/m,
    );
    const [first, second] = [new URL(cluster.standbyUrl), new URL(cluster.primaryUrl)];
    const listed = (host: string) => cluster.standbyUrl.replace(first.host, `${first.host},${host}`);
    expect(await database(listed(second.host))).toMatch(/^ok {7}Database: \S+ responds/m);
    expect(await database(listed('127.0.0.1:1'))).toMatch(
      /^PROBLEM {2}Database: \S+ cannot be used: none of its hosts accepts changes$/m,
    );
    // A copy has the same files and the same name.
    const direct = { DATABASE_URL: cluster.primaryUrl, DATABASE_LISTEN_URL: cluster.standbyUrl };
    expect((await runDoctor(direct)).stdout).toMatch(
      /^PROBLEM {2}Events: DATABASE_LISTEN_URL is another database than DATABASE_URL: /m,
    );
    expect(await run(NOWHERE)).toMatch(/^PROBLEM .* 127.0.0.1:1\/callpoint cannot be used: /);
    expect(await run(cluster.primaryUrl)).toMatch(/^WARNING .* is no standby, but a primary$/);
    expect(await run(cluster.primaryUrl.replace(/callpoint$/, 'postgres'))).toMatch(
      /^PROBLEM .* is another database of the same server$/,
    );
    await sql`select pg_wal_replay_pause()`.execute(standby);
    await sql`create table later (id integer)`.execute(db);
    expect(await run(cluster.standbyUrl)).toMatch(
      /^WARNING .* is late: its newest change is from \d+ s ago$/,
    );
  } finally {
    for (const one of [standby, db]) await one.destroy();
  }
});

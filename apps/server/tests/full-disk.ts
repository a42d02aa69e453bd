import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type DatabaseLocation } from '../src/db/connection.ts';
import { migrate } from '../src/db/migrate.ts';
import type { Db } from '../src/db/tables.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { limitToOneEmailPerPress } from '../src/testing/crashes/delivery-count.ts';
import { failUnlessClosed, TEST_DATABASE, testDatabase } from '../src/testing/databases/database.ts';
import {
  databaseVariables,
  runTransfer,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';
import { scrape, valueOf } from '../src/testing/processes/metrics-server.ts';
import { startSmtpServer } from '../src/testing/providers/smtp.ts';
import { smallDisk, type SmallDisk } from '../src/testing/small-disk.ts';

/** A full disk under the real server and a backup. It needs the right to mount a disk. */

const FULL = 'the disk of the database is full';

/** A database whose presses are stored on a small disk. */
async function databaseOn(disk: SmallDisk): Promise<{ db: Db; location: DatabaseLocation }> {
  if (TEST_DATABASE === 'postgres') return await withPressesOn(disk);
  const location = { kind: 'sqlite', file: join(disk.folder, 'callpoint.db') } as const;
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db);
  return { db, location };
}

async function withPressesOn({ folder }: SmallDisk) {
  const { db, location } = await testDatabase();
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  );
  chownSync(folder, uid, gid);
  const name = `small_${randomUUID().slice(0, 8)}`;
  await sql`create tablespace ${sql.id(name)} location ${sql.lit(folder)}`.execute(db);
  onTestFinished(async () => {
    await sql`alter table button_click set tablespace pg_default`.execute(db);
    await sql`drop tablespace ${sql.id(name)}`.execute(db);
  });
  await sql`alter table button_click set tablespace ${sql.id(name)}`.execute(db);
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(db);
  await sql`alter database ${sql.id(rows[0]?.database ?? '')} set temp_tablespaces = ${sql.lit(name)}`.execute(
    db,
  );
  return { db, location };
}

async function shop(disk: SmallDisk) {
  const { db, location } = await databaseOn(disk);
  const team = await buildTeam(db);
  await limitToOneEmailPerPress(db, team.id);
  const user = await buildAppUser(db, team.id);
  const token = await buildSession(db, 'app_user', user.id);
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: smtp.url, METRICS_LISTEN: '127.0.0.1:0' },
  });
  const metrics = await server.line(/"metrics":"([^"]+)"/);
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return {
    location,
    smtp,
    server,
    metric: async (name: string) => valueOf(await scrape(metrics), name),
    readiness: async () => (await fetch(`${server.url}/readyz`)).status,
    press: (id: string) =>
      fetch(`${server.url}/mapi/v1/button_click?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: id, button_id: 1 }),
      }),
    stored: async () => (await db.selectFrom('button_click').select('client_id').execute()).length,
  };
}

/** Pages that are on the disk already have space for some presses. */
async function pressUntilRejected(press: (id: string) => Promise<Response>) {
  for (let accepted = 0; ; accepted += 1) {
    const rejected = randomUUID();
    const response = await press(rejected);
    if (response.status !== 200) return { accepted, rejected, response };
  }
}

/** Declares the tests for the database of the run. */
export function testFullDisk(): void {
  test('a press on a full disk gets 503, and is accepted and sent when there is space', async () => {
    const disk = smallDisk(16_384);
    const { smtp, server, metric, readiness, press, stored } = await shop(disk);
    expect((await press(randomUUID())).status).toBe(200);
    await smtp.waitFor(1);
    disk.fill();
    const { accepted, rejected, response } = await pressUntilRejected(press);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    await server.printed(FULL);
    expect(await readiness()).toBe(503);
    const unavailable = 'callpoint_submissions_total{item="button",result="unavailable"}';
    await expect.poll(() => metric(unavailable)).toBe(1);
    expect(await metric('callpoint_ready')).toBe(0);
    expect(await stored()).toBe(1 + accepted);

    disk.free();
    await expect.poll(readiness).toBe(200);
    expect((await press(rejected)).status).toBe(200);
    await smtp.waitFor(1 + accepted + 1);
    expect(await stored()).toBe(1 + accepted + 1);
    expect((await server.end('SIGTERM')).code).toBe(0);
  });

  test('a backup on a full disk names the file, and leaves none', async () => {
    const { location } = await testDatabase();
    const disk = smallDisk(16);
    disk.fill();
    const file = join(disk.folder, 'callpoint.backup');
    expect(await runTransfer('backup', databaseVariables(location), [file])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${file}.incomplete could not be written: the disk is full\n`,
    });
    expect(readdirSync(disk.folder)).toEqual(['filler']);
  });
}

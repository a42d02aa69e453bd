import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createEmailAdapter } from '../delivery/channels/email/email.ts';
import { DeliveryWorker } from '../delivery/worker/worker.ts';
import { buildAppUser, buildTeam } from '../factories/accounts.ts';
import { NO_ADAPTERS } from '../factories/channels.ts';
import { openLog } from '../http/logging/log.ts';
import { limitToOneEmailPerPress } from '../testing/crashes/delivery-count.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { BOTH_CHANNELS, DeliveryEvents } from '../testing/outbox.ts';
import { startSmtpServer } from '../testing/providers/smtp.ts';
import { testMetrics, valueOf } from '../testing/processes/metrics-server.ts';
import { testServer } from '../testing/server.ts';
import { DatabaseUnavailable } from './postgres/unavailable.ts';
import type { Db } from './tables.ts';

/** A database file that has no space for another page: SQLite then reports the same error as on a full disk. */

const NO_LIMIT = 1_000_000;

async function limitPages(db: Db, pages: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);
}

async function pressing() {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const database = await testDatabase();
  const { db } = database;
  const team = await buildTeam(db);
  await limitToOneEmailPerPress(db, team.id);
  const user = await buildAppUser(db, team.id);
  const events = new DeliveryEvents();
  const email = createEmailAdapter({ url: smtp.url, from: 'alerts@callpoint.example' });
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, email },
    log: events.log,
    onResult: events.onResult,
  });
  const lines: string[] = [];
  const metrics = testMetrics();
  const server = await testServer({
    database,
    channels: BOTH_CHANNELS,
    wakeDelivery: () => worker.wake(),
    onCall: (call) => metrics.callFinished(call),
    log: openLog('error', { write: (line) => void lines.push(line) }),
  });
  worker.start();
  onTestFinished(async () => {
    await worker.stop();
    email.close();
  });
  const token = await server.tokenOf('app_user', user.id);
  const press = (client_id = randomUUID()) =>
    server.post('/mapi/v1/button_click', { token, body: { client_id, button_id: 1 } });
  return {
    db,
    smtp,
    events,
    lines,
    press,
    /** The last pages have space for some presses. */
    async pressUntilRejected() {
      for (let accepted = 0; ; accepted += 1) {
        const rejected = randomUUID();
        const response = await press(rejected);
        if (response.status !== 200) return { accepted, rejected, response };
      }
    },
    stored: async () => (await db.selectFrom('button_click').select('id').execute()).length,
    async counted(result: string) {
      const { text } = await metrics.text();
      return valueOf(text, `callpoint_submissions_total{item="button",result="${result}"}`);
    },
    readiness: async () => (await fetch(`${server.url}/readyz`)).status,
  };
}

test('a press without space gets 503 and is accepted later, and the server is not ready meanwhile', async () => {
  const { db, smtp, lines, press, pressUntilRejected, counted, readiness, stored } = await pressing();
  expect((await press()).status).toBe(200);
  expect(await readiness()).toBe(200);

  await limitPages(db, 1);
  const { accepted, rejected, response } = await pressUntilRejected();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  // Counted when the connection reports the end of the response.
  await expect.poll(() => counted('unavailable')).toBe(1);
  expect([await counted('overloaded'), await counted('failed')]).toEqual([0, 0]);
  expect(await readiness()).toBe(503);
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      msg: 'a call failed',
      err: expect.objectContaining({ text: 'the disk of the database is full' }),
    }),
  );
  expect(await stored()).toBe(1 + accepted);

  await limitPages(db, NO_LIMIT);
  await expect.poll(readiness).toBe(200);
  expect((await press(rejected)).status).toBe(200);
  await smtp.waitFor(1 + accepted + 1);
  expect(await stored()).toBe(1 + accepted + 1);
});

test('the server is not ready as long as the disk is full, and then is without a call', async () => {
  const { db, events, pressUntilRejected, readiness } = await pressing();
  await limitPages(db, 1);
  await pressUntilRejected();
  const attempts = () => events.lines.filter((line) => line.includes('the disk of the database is full'));
  await expect
    .poll(async () => {
      expect(await readiness()).toBe(503);
      return attempts().length;
    })
    .toBeGreaterThan(4);
  await limitPages(db, NO_LIMIT);
  await expect.poll(readiness).toBe(200);
});

test('nothing of a transaction is stored that SQLite has ended, also if its code continues', async () => {
  const { db } = await testDatabase();
  await sql`create table note (content blob)`.execute(db);
  await limitPages(db, 1);
  const work = db.transaction().execute(async (tx) => {
    await sql`insert into note values ('first')`.execute(tx);
    await Promise.allSettled([
      sql`insert into note values (zeroblob(10000000))`.execute(tx),
      sql`insert into note values ('second')`.execute(tx),
    ]);
    await sql`insert into note values ('third')`.execute(tx);
  });
  await expect(work).rejects.toThrow(DatabaseUnavailable);
  await expect(work).rejects.toThrow('the disk of the database is full');
  expect((await sql`select * from note`.execute(db)).rows).toEqual([]);
  await sql`insert into note values ('next')`.execute(db);
  expect((await sql`select * from note`.execute(db)).rows).toEqual([{ content: 'next' }]);
});

test('an error after which SQLite has ended the transaction by itself is not hidden by its rollback', async () => {
  const { db } = await testDatabase();
  await sql`create table note (content text unique)`.execute(db);
  await sql`insert into note values ('same')`.execute(db);
  const work = db.transaction().execute(async (tx) => {
    await sql`insert or rollback into note values ('same')`.execute(tx);
  });
  await expect(work).rejects.toThrow('UNIQUE constraint failed: note.content');
  expect((await sql`select * from note`.execute(db)).rows).toHaveLength(1);
});

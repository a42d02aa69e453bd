import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, symlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { newDatabase } from '../../testing/databases/database.ts';
import { gate } from '../../testing/outbox.ts';
import { testServer } from '../../testing/server.ts';
import { openDatabase } from '../connection.ts';

/** A server whose commits wait for a disk that this test stops: `stop` returns what lets the waiting syncs end. */
async function serverOnSlowDisk() {
  const { location, drop } = await newDatabase();
  if (location.kind !== 'sqlite') throw new Error('only SQLite waits for the disk in this process');
  const failed = (error: Error) => {
    throw error;
  };
  const db = openDatabase(location, failed);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const server = await testServer({ database: { db, location } });
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  const token = await server.tokenOf('app_user', user.id);
  const teamToken = await server.tokenOf('team', team.id);
  return {
    server,
    press: (client_id = randomUUID()) =>
      server.post('/mapi/v1/button_click', { token, body: { client_id, button_id: 5 } }),
    list: () => server.get('/tapi/v1/listPaged/app_user', { token: teamToken }),
    db,
    teamToken,
    location,
    ...(await slowDisk()),
  };
}

/** Lets this process wait for the disk as long as a test wants. */
async function slowDisk() {
  const { opened, open: release } = gate();
  const file = await open(import.meta.filename);
  const handle = Object.getPrototypeOf(file) as typeof file;
  await file.close();
  const { datasync } = handle;
  const spy = vi.spyOn(handle, 'datasync').mockImplementation(async function (this: typeof file) {
    await opened;
    return await datasync.call(this);
  });
  onTestFinished(() => {
    release();
    spy.mockRestore();
  });
  return {
    release,
    waits: spy.mock.calls,
    started: async () => {
      await expect.poll(() => spy.mock.calls.length).toBeGreaterThan(0);
    },
  };
}

test('a press gets its response when its commit is on the disk; reads do not wait', async () => {
  const { press, list, started, release } = await serverOnSlowDisk();
  let isAnswered = false;
  const pressed = press().finally(() => (isAnswered = true));
  await started();
  expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(200);
  expect(isAnswered).toBe(false);
  release();
  expect((await pressed).status).toBe(200);
});

test('presses that arrive during a wait share the next one', async () => {
  const { db, press, waits, started, release } = await serverOnSlowDisk();
  const first = press();
  await started();
  // A person's first ten presses have priority; later ones are stored one batch after the other.
  const others = Array.from({ length: 9 }, () => press());
  await expect.poll(() => db.selectFrom('button_click').select('id').execute()).toHaveLength(10);
  release();
  const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
  expect(waits).toHaveLength(2);
});

test('a repeated press that finds the first one waits until that one is on the disk', async () => {
  const { db, press, list, started, release } = await serverOnSlowDisk();
  const id = randomUUID();
  const first = press(id);
  await started();
  const off = db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('setting_key', 'like', 'btn_%_mode')
    .execute();
  const on = db.selectFrom('settings').select('setting_key').where('setting_key', 'like', 'btn_%_mode');
  await expect.poll(() => on.where('setting_value', '=', 'yes').execute()).toEqual([]);
  let isAnswered = false;
  const second = press(id).finally(() => (isAnswered = true));
  expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(200);
  expect(isAnswered).toBe(false);
  release();
  expect((await second).body.data).toEqual({ ...(await first).body.data, repeated: true });
  await off;
});

test('a call that changes data waits for what it may have read', async () => {
  const { server, press, list, started, release, teamToken } = await serverOnSlowDisk();
  const pressed = press();
  await started();
  let isAnswered = false;
  // It is rejected because of what it reads, and stores nothing.
  const call = server
    .post('/tapi/v1/delete/app_user', { token: teamToken, body: { id: 999 } })
    .finally(() => (isAnswered = true));
  expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(200);
  expect(isAnswered).toBe(false);
  release();
  expect((await call).status).toBeGreaterThanOrEqual(400);
  expect((await pressed).status).toBe(200);
});

/** How often the log of a database file has started again; its header counts this. */
function countRestarts(file: string): number {
  const log = openSync(`${file}-wal`, 'r');
  const header = Buffer.alloc(32);
  readSync(log, header);
  closeSync(log);
  return header.readUInt32BE(12);
}

test('the log is copied into the database and starts again while presses arrive', async () => {
  const { db, press, release, location } = await serverOnSlowDisk();
  release();
  const filler = 'x'.repeat(1_000_000);
  const at = new Date().toISOString();
  const before = countRestarts(location.file);
  const write = (key: string) =>
    db.insertInto('config').values({ config_key: key, config_value: filler, updated_at: at }).execute();
  let count = 0;
  for (; countRestarts(location.file) === before; count += 1) {
    await write(`filler ${count}`);
    expect((await press()).status).toBe(200);
  }
  const stored = await db
    .selectFrom('config')
    .select('config_key')
    .where('config_key', 'like', 'filler %')
    .execute();
  expect(stored).toHaveLength(count);
});

test('a linked database file is synced where it is', async () => {
  const { location, drop } = await newDatabase();
  if (location.kind !== 'sqlite') throw new Error('only SQLite has a file');
  const link = `${location.file}-link`;
  symlinkSync(location.file, link);
  const db = openDatabase({ kind: 'sqlite', file: link }, () => {});
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  expect((await buildTeam(db)).id).toBeGreaterThan(0);
});

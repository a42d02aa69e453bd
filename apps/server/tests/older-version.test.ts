import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { KNOWN_MIGRATIONS } from '../src/db/migration-files.ts';
import type { Db } from '../src/db/tables.ts';
import { buildAppUser, buildSession, buildTeam } from '../src/factories/accounts.ts';
import { testDatabase } from '../src/testing/databases/database.ts';
import {
  databaseVariables,
  startProblem,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';

/** This version next to a newer one that has migrated the database. */

const THIS_VERSION = KNOWN_MIGRATIONS.at(-1) ?? '';

async function migrateAsNewerVersion(db: Db, worksSince: string): Promise<void> {
  await sql`alter table button_click add column weather text`.execute(db);
  await sql`alter table button_click add column floors integer not null default 1`.execute(db);
  const name = '9999-weather';
  await sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(db);
  await db.insertInto('migration_support').values({ migration: name, works_since: worksSince }).execute();
}

async function start() {
  const { db, location } = await testDatabase();
  const { id } = await buildAppUser(db, (await buildTeam(db)).id);
  const token = await buildSession(db, 'app_user', id);
  const run = async () => {
    const server = await startServerProcess(location);
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server;
  };
  const press = async (url: string) => {
    const body = JSON.stringify({ client_id: randomUUID(), button_id: 1 });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (await fetch(`${url}/mapi/v1/button_click`, { method: 'POST', headers, body })).status;
  };
  const readiness = async (url: string) => (await fetch(`${url}/readyz`)).status;
  return { db, location, run, press, readiness };
}

test('a server accepts presses while a newer version adds columns, and after a restart', async () => {
  const { db, run, press, readiness } = await start();
  const server = await run();
  expect(await press(server.url)).toBe(200);
  await migrateAsNewerVersion(db, THIS_VERSION);
  expect(await press(server.url)).toBe(200);
  await expect.poll(() => readiness(server.url)).toBe(200);
  expect((await server.end('SIGTERM')).code).toBe(0);
  const again = await run();
  expect(await press(again.url)).toBe(200);
  await expect.poll(() => readiness(again.url)).toBe(200);
  const stored = await sql<{ floors: number }>`select floors from button_click`.execute(db);
  expect(stored.rows).toEqual([{ floors: 1 }, { floors: 1 }, { floors: 1 }]);
});

test('a server is not ready after a newer version has migrated to tables with which it does not work, and does not start', async () => {
  const { db, location, run, readiness } = await start();
  const server = await run();
  await expect.poll(() => readiness(server.url)).toBe(200);
  await migrateAsNewerVersion(db, '9998-before-weather');
  expect(await readiness(server.url)).toBe(503);
  await server.end('SIGTERM');
  expect(await startProblem({ variables: databaseVariables(location) })).toBe(
    'The database has the tables of a newer version of Callpoint, with which this version does not work (9999-weather). Start that version, or restore a backup of this one.',
  );
});

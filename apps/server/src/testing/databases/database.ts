import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { getDialect } from '../../db/dialect.ts';
import { openDatabase, type DatabaseKind, type DatabaseLocation } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import type { PostgresOptions } from '../../db/postgres/postgres-dialect.ts';
import type { Db } from '../../db/tables.ts';
import { createDatabase, dropDatabase } from './postgres-databases.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/**
 * Each test gets its own migrated database: a copy of a template that is migrated once per test process.
 * `TEST_DATABASE` selects the kind (default sqlite). PostgreSQL needs `TEST_POSTGRES_URL`, a server on which the tests
 * can create databases.
 */
export const TEST_DATABASE: DatabaseKind =
  process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

export type TestDatabase = { db: Db; location: DatabaseLocation };

/** A new database that is deleted when the test finishes. Call it inside a test. */
export async function testDatabase(options: PostgresOptions = {}): Promise<TestDatabase> {
  const { location, drop } = await newDatabase();
  const db = openDatabase(location, failUnlessClosed, options);
  // As in the tests' PostgreSQL: waiting for the disk at each commit would take most of a test's time.
  if (location.kind === 'sqlite') await skipDisk(db);
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  return { db, location };
}

async function skipDisk(db: Db): Promise<void> {
  await getDialect(db).skipDiskWaits(db);
  await sql`pragma synchronous = off`.execute(db);
}

let copies = 0;
type Copy = { name: string; url: string };
/** Copying or dropping a PostgreSQL database takes as long as a test, so both are done while tests run. */
let spare: Promise<Copy> | undefined;
let drops = Promise.resolve();
let template: Promise<DatabaseLocation> | undefined;

/** A copy of the migrated template that is not open yet. The caller drops it. */
export async function newDatabase(): Promise<{ location: DatabaseLocation; drop: () => Promise<void> }> {
  template ??= createTemplate();
  const source = await template;
  if (source.kind === 'sqlite') {
    const folder = temporaryFolder('callpoint-test-');
    const file = join(folder, 'callpoint.db');
    copyFileSync(source.file, file);
    return {
      location: { kind: 'sqlite', file },
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const copy = spare ?? copyOf(databaseName(source.url));
  spare = copyOf(databaseName(source.url));
  // The test that uses this copy gets the error.
  spare.catch(() => {});
  const { name, url } = await copy;
  return { location: { kind: 'postgres', url }, drop: async () => dropLater(name) };
}

async function copyOf(source: string): Promise<Copy> {
  copies += 1;
  const name = `${source}_${copies}`;
  return { name, url: await createDatabase(name, source) };
}

/** Drops databases one after the other. The rest is deleted together with the tests' own PostgreSQL server. */
function dropLater(name: string): void {
  const before = drops;
  drops = (async () => {
    await before;
    await dropDatabase(name).catch(() => {});
  })();
}

/** The location of a new, empty database without migrations. */
export async function emptyLocation(): Promise<DatabaseLocation> {
  if (TEST_DATABASE === 'sqlite') {
    const folder = temporaryFolder('callpoint-template-');
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { kind: 'sqlite', file: join(folder, 'callpoint.db') };
  }
  const name = `callpoint_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  return { kind: 'postgres', url: await createDatabase(name) };
}

async function createTemplate(): Promise<DatabaseLocation> {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  await migrate(db);
  await db.destroy();
  return location;
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Throws the error of a connection, unless a test terminated the connection. */
export function failUnlessClosed(error: Error): void {
  if (!/terminat/.test(error.message)) throw error;
}

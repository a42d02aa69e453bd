import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyLocation, testDatabase, TEST_DATABASE } from '../testing/database.ts';
import { openDatabase } from './connection.ts';
import { isMigrated, migrate } from './migrate.ts';
import { schemaDifferences } from './schema-check.ts';
import type { Db } from './tables.ts';

/** A file of the folder is a step: one that is not in the list would never run. */
const STEPS = readdirSync(new URL('migrations', import.meta.url))
  .map((file) => file.replace('.ts', ''))
  .toSorted();

const failOn = (error: Error) => {
  throw error;
};

test('a migrated database is exactly what the tables declare', async () => {
  const { db, location } = await testDatabase();
  expect(await schemaDifferences(db, location.kind)).toEqual([]);
});

test('the check sees a missing table, a missing column, another type and another nullability', async () => {
  const { db, location } = await testDatabase();
  await db.schema.dropTable('delivery_attempt').execute();
  await db.schema.alterTable('team').dropColumn('account_name').execute();
  await db.schema.alterTable('team').addColumn('surprise', 'integer').execute();
  await db.schema.alterTable('plan').dropColumn('plan_term').execute();
  await db.schema.alterTable('plan').addColumn('plan_term', 'integer').execute();
  expect(await schemaDifferences(db, location.kind)).toEqual([
    'delivery_attempt: table is missing',
    expect.stringMatching(/^plan\.plan_term: is integer, nullable; declared text, not null$/),
    'team.account_name: column is missing',
    'team.surprise: column is not declared',
  ]);
});

test('migrating again changes nothing, and two processes may do it at once', async () => {
  const location = await emptyLocation();
  const [one, two] = [openDatabase(location, failOn), openDatabase(location, failOn)];
  try {
    expect(await isMigrated(one, location.kind)).toBe(false);
    const ran =
      location.kind === 'postgres'
        ? await Promise.all([one, two].map((db) => migrate(db, location.kind)))
        : [];
    if (location.kind === 'postgres') expect(ran.flat()).toEqual(STEPS);
    else expect(await migrate(one, location.kind)).toEqual(STEPS);
    expect(await migrate(two, location.kind)).toEqual([]);
    expect(await isMigrated(two, location.kind)).toBe(true);
  } finally {
    await one.destroy();
    await two.destroy();
  }
});

test('foreign keys are on', async () => {
  const { db } = await testDatabase();
  const orphan = { team_id: 999, setting_key: 'x', setting_value: 'y', updated_at: new Date().toISOString() };
  await expect(db.insertInto('settings').values(orphan).execute()).rejects.toThrow(/foreign key/i);
});

test('moments come back as they went in', async () => {
  const { db } = await testDatabase();
  const at = '2026-11-21T08:14:07.120Z';
  await db.insertInto('config').values({ config_key: 'k', config_value: 'v', updated_at: at }).execute();
  const row = await db.selectFrom('config').selectAll().executeTakeFirstOrThrow();
  expect(row.updated_at).toBe(at);
});

if (TEST_DATABASE === 'sqlite') {
  test('commits are durable: WAL with synchronous FULL', async () => {
    const db = openDatabase(await emptyLocation(), () => {});
    onTestFinished(() => db.destroy());
    expect((await pragma(db, 'journal_mode'))['journal_mode']).toBe('wal');
    expect((await pragma(db, 'synchronous'))['synchronous']).toBe(2);
    expect((await pragma(db, 'foreign_keys'))['foreign_keys']).toBe(1);
  });
}

async function pragma(db: Db, name: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  return rows[0] ?? {};
}

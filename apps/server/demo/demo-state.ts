import { getDialect } from '../src/db/dialect.ts';
import { TABLES, type Db, type TableName } from '../src/db/tables.ts';

/**
 * The first administrator is created before everything else and the last administrator after everything else: a
 * database that has only the first one is incomplete.
 */
export const FIRST_ADMIN = { email: 'admin@demo.example', firstName: 'Naomi', lastName: 'Castellanos' };
export const LAST_ADMIN = { email: 'support@demo.example', firstName: 'Piotr', lastName: 'Wenzel' };

/** `foreign`: the database contains accounts that are not the demo's. */
export type DemoState = { kind: 'empty' | 'incomplete' | 'foreign' } | { kind: 'complete'; at: Date };

/** The state of a database, migrated or not. */
export async function readDemoState(db: Db): Promise<DemoState> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === ('admin' satisfies TableName))) return { kind: 'empty' };
  const admins = await db.selectFrom('admin').select(['email', 'created_at']).execute();
  const last = admins.find(({ email }) => email === LAST_ADMIN.email);
  if (admins.some(({ email }) => email === FIRST_ADMIN.email)) {
    return last ? { kind: 'complete', at: new Date(last.created_at) } : { kind: 'incomplete' };
  }
  const team = await db.selectFrom('team').select('id').limit(1).executeTakeFirst();
  return { kind: admins.length === 0 && !team ? 'empty' : 'foreign' };
}

/**
 * Deletes all rows of a migrated database. Ids restart at 1, and background counting restarts from the first
 * submission.
 */
export async function deleteAll(db: Db): Promise<void> {
  // The migrations insert the rows of this table.
  const names = Object.keys(TABLES).filter((name) => name !== 'progress');
  await db
    .updateTable('progress')
    .set({ done_until: new Date(0).toISOString() })
    .execute();
  await getDialect(db).deleteAllRows(db, names);
}

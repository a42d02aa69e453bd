import { dialectOf } from '../src/db/dialect.ts';
import { TABLES, type Db, type TableName } from '../src/db/tables.ts';

/** The first administrator is made before everything else and the last one after it: what is half made is known by that. */
export const FIRST_ADMIN = { email: 'admin@demo.example', firstName: 'Naomi', lastName: 'Castellanos' };
export const LAST_ADMIN = { email: 'support@demo.example', firstName: 'Piotr', lastName: 'Wenzel' };

/** `foreign`: it holds accounts, and not the demo's. */
export type DemoState = { kind: 'empty' | 'half made' | 'foreign' } | { kind: 'made'; at: Date };

/** What a database holds, migrated or not. */
export async function demoState(db: Db): Promise<DemoState> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === ('admin' satisfies TableName))) return { kind: 'empty' };
  const admins = await db.selectFrom('admin').select(['email', 'created_at']).execute();
  const last = admins.find(({ email }) => email === LAST_ADMIN.email);
  if (admins.some(({ email }) => email === FIRST_ADMIN.email)) {
    return last ? { kind: 'made', at: new Date(last.created_at) } : { kind: 'half made' };
  }
  const team = await db.selectFrom('team').select('id').limit(1).executeTakeFirst();
  return { kind: admins.length === 0 && !team ? 'empty' : 'foreign' };
}

/** Deletes all rows of a migrated database; ids begin again at 1, and what is counted from the first moment. */
export async function deleteAll(db: Db): Promise<void> {
  // Its rows are the schema's own.
  const names = Object.keys(TABLES).filter((name) => name !== 'progress');
  await db
    .updateTable('progress')
    .set({ done_until: new Date(0).toISOString() })
    .execute();
  await dialectOf(db).deleteAllRows(db, names);
}

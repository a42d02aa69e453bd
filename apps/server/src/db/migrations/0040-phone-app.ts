import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Forms can be opened like presses, and a phone can send a better location after a submission. */
export async function addPhoneApp(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('form_submission').addColumn('opened_at', dialect.momentType).execute();
  await db.schema.alterTable('form_submission').addColumn('opened_by', 'text').execute();
  for (const table of ['button_click', 'form_submission']) {
    await db.schema.alterTable(table).addColumn('earlier_locations', 'text').execute();
  }
}

import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** When and by whom an emergency was first opened. Existing emergencies count as opened. */
export async function addOpened(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('button_click').addColumn('opened_at', moment).execute();
  await db.schema.alterTable('button_click').addColumn('opened_by', 'text').execute();
  await sql`update button_click set opened_at = created_at where button_id = 5`.execute(db);
  // Partial: contains only unopened emergencies, so that other presses cost nothing.
  await sql`create index button_click_unopened on button_click (team_id, id)
    where button_id = 5 and opened_at is null`.execute(db);
}

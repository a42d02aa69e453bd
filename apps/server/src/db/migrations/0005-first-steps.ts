import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** What a new subscriber has said of its first steps. Who is there already is not new any more. */
export async function firstSteps(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('team').addColumn('recipients_confirmed_at', moment).execute();
  await db.schema.alterTable('team').addColumn('first_steps_ended_at', moment).execute();
  await sql`update team set first_steps_ended_at = updated_at`.execute(db);
}

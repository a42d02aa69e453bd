import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** When a subscriber confirmed its recipients, and when its first steps ended. Existing subscribers have none left. */
export async function addFirstSteps(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('team').addColumn('recipients_confirmed_at', moment).execute();
  await db.schema.alterTable('team').addColumn('first_steps_ended_at', moment).execute();
  await sql`update team set first_steps_ended_at = updated_at`.execute(db);
}

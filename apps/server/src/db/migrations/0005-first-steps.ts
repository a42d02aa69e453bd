import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../connection.ts';

/** What a new subscriber has said of its first steps. Who is there already is not new any more. */
export async function firstSteps(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const moment = kind === 'postgres' ? sql`timestamptz(3)` : sql`text`;
  await db.schema.alterTable('team').addColumn('recipients_confirmed_at', moment).execute();
  await db.schema.alterTable('team').addColumn('first_steps_ended_at', moment).execute();
  await sql`update team set first_steps_ended_at = updated_at`.execute(db);
}

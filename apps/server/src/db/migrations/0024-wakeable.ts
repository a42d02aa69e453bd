import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../connection.ts';

/** Messages whose last attempt did not reach the provider can be woken by a success of another one. */
export async function wakeable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const moment = kind === 'postgres' ? sql`timestamptz(3)` : sql`text`;
  await db.schema.alterTable('delivery').addColumn('wakeable_at', moment).execute();
  await sql`create index delivery_wakeable on delivery (channel, priority, next_attempt_at, id)
    where wakeable_at is not null`.execute(db);
}

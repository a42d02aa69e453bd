import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Messages whose last attempt did not reach the provider can be woken by a success of another one. */
export async function addWakeable(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('delivery').addColumn('wakeable_at', moment).execute();
  await sql`create index delivery_wakeable on delivery (channel, priority, next_attempt_at, id)
    where wakeable_at is not null`.execute(db);
}

import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The token that a session had before its person confirmed the password, for calls in flight. */
export async function addRenewedTokens(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('session').addColumn('previous_hash', 'text').execute();
  await db.schema.alterTable('session').addColumn('previous_until', moment).execute();
  await sql`create unique index session_previous_hash on session (previous_hash)
    where previous_hash is not null`.execute(db);
}

import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../connection.ts';

/** The token that a session had before its person confirmed the password, for calls that were on their way. */
export async function renewedTokens(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const moment = kind === 'postgres' ? sql`timestamptz(3)` : sql`text`;
  await db.schema.alterTable('session').addColumn('previous_hash', 'text').execute();
  await db.schema.alterTable('session').addColumn('previous_until', moment).execute();
  await sql`create unique index session_previous_hash on session (previous_hash)
    where previous_hash is not null`.execute(db);
}

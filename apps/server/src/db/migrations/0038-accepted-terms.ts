import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The version of the terms that a subscriber accepted when it signed up. */
export async function addAcceptedTerms(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('team').addColumn('terms_version', 'text').execute();
  await db.schema.alterTable('team').addColumn('terms_accepted_at', dialect.momentType).execute();
}

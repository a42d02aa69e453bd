import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** When a number was told how to answer. */
export async function addHelpSentAt(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.alterTable('incident_responder').addColumn('help_sent_at', dialect.momentType).execute();
}

import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** When a person who can help will be there, and when a number was last told how to answer. */
export async function addResponderTimes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const column of ['eta_at', 'help_sent_at']) {
    await db.schema.alterTable('incident_responder').addColumn(column, dialect.momentType).execute();
  }
}

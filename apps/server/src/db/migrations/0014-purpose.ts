import { sql, type Kysely } from 'kysely';

/** Which messages are tests and which an alarm's own: neither tells anybody of a submission. */
export async function purpose(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('delivery').addColumn('purpose', 'text').execute();
  // Few: what is counted of all messages, along its index, has them taken off.
  await sql`create index delivery_test on delivery (created_at) where purpose = 'test'`.execute(db);
}

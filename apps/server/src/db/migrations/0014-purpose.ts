import { sql, type Kysely } from 'kysely';

/** The purpose of a message that is not about a submission: a test, or the message of an alarm. */
export async function addPurpose(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('delivery').addColumn('purpose', 'text').execute();
  // Tests are few: the overview counts all messages by another index and subtracts the tests.
  await sql`create index delivery_test on delivery (created_at) where purpose = 'test'`.execute(db);
}

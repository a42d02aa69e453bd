import { sql, type Kysely } from 'kysely';

/** Rejected calls of one kind are counted in one line of the audit per hour. */
export async function addRejectionCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('times', 'integer').execute();
  await db.schema.alterTable('audit').addColumn('counted_as', 'text').execute();
  await sql`create unique index audit_counted_as on audit (counted_as) where counted_as is not null`.execute(
    db,
  );
  await sql`create index audit_refused on audit (at) where outcome = 'refused'`.execute(db);
}

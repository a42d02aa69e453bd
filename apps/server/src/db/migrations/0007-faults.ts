import type { Kysely } from 'kysely';

/** Why an attempt failed, in a stable word beside the provider's own words. */
export async function faults(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('delivery_attempt').addColumn('fault', 'text').execute();
}

import type { Kysely } from 'kysely';

/** The fault of a failed attempt as a code, next to the provider's own text. */
export async function addFaults(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('delivery_attempt').addColumn('fault', 'text').execute();
}

import type { Kysely } from 'kysely';

/**
 * Reasons of messages and faults of attempts are stored as codes, next to the texts of the provider. Rows from before
 * keep the sentence that was stored with them, in `reason` and `detail`.
 */
export async function addFaultCodes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['reason_code', 'reason_params'])
    await db.schema.alterTable('delivery').addColumn(column, 'text').execute();
  for (const column of ['provider_id', 'provider_text', 'error_text'])
    await db.schema.alterTable('delivery_attempt').addColumn(column, 'text').execute();
}

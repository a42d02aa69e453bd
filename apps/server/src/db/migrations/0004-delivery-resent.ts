import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** When a person last resent a message: its retry schedule starts at this time. */
export async function addDeliveryResent(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('delivery').addColumn('resent_at', moment).execute();
}

import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** When a person last put a message on its way again: its schedule of tries counts from then. */
export async function deliveryResent(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('delivery').addColumn('resent_at', moment).execute();
}

import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../connection.ts';

/** When a person last put a message on its way again: its schedule of tries counts from then. */
export async function deliveryResent(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const moment = kind === 'postgres' ? sql`timestamptz(3)` : sql`text`;
  await db.schema.alterTable('delivery').addColumn('resent_at', moment).execute();
}

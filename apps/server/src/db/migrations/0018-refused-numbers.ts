import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Numbers whose STOP only the provider reported, without a reply that we received. */
export async function addRefusedNumbers(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('sms_stop').addColumn('refused_until', moment).execute();
}

import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Numbers that are stopped because the provider said so, without a reply that we have heard. */
export async function refusedNumbers(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await db.schema.alterTable('sms_stop').addColumn('refused_until', moment).execute();
}

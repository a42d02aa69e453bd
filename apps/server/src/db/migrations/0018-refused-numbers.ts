import { sql, type Kysely } from 'kysely';
import type { DatabaseKind } from '../connection.ts';

/** Numbers that are stopped because the provider said so, without a reply that we have heard. */
export async function refusedNumbers(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const moment = kind === 'postgres' ? sql`timestamptz(3)` : sql`text`;
  await db.schema.alterTable('sms_stop').addColumn('refused_until', moment).execute();
}

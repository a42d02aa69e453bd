import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

export const worksSince = '0075-find-held-by-reason';

/**
 * When an account whose address an administrator has changed was confirmed. The previous version does not fill it: an account
 * that it changes has the limits of an unconfirmed one until it confirms the new address.
 */
export async function addFormerConfirmation(db: Kysely<unknown>, { momentType }: Dialect): Promise<void> {
  await db.schema.alterTable('team').addColumn('former_confirmed_at', momentType).execute();
}

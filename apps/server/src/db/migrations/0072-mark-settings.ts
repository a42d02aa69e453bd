import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

export const worksSince = '0071-find-sent-sms';

/**
 * On PostgreSQL, each change of a subscriber’s settings updates its row in `team`, whichever process makes it. A press then sees
 * by that row, which it reads anyway, whether the settings have changed. See db/settings-mark.ts.
 */
export async function markSettings(
  db: Kysely<unknown>,
  { markSubscribersOfSettings }: Dialect,
): Promise<void> {
  await markSubscribersOfSettings(db);
}

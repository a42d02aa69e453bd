import { parsePushAddress } from '@callpoint/contract/channels/push/push-address';
import type { Role } from '@callpoint/contract/permissions';
import type { AccountsDb } from '../../../db/handles/accounts.ts';
import type { PushTarget } from './push-request.ts';

/** The devices of accounts that get push messages. */

export type StoredTarget = PushTarget & { id: number };

/**
 * The devices of an account that is not blocked. A console's subscription works until its session is revoked or reaches
 * its end, also while the console is closed and the session asks for the password again.
 */
export async function findTargets(
  db: AccountsDb,
  { role, accountId }: { role: Role; accountId: number },
  now: Date,
): Promise<StoredTarget[]> {
  return await db
    .selectFrom('push_subscription as p')
    .innerJoin('session as s', 's.id', 'p.session_id')
    .leftJoin('app_user as u', 'u.id', 'p.app_user_id')
    .leftJoin('team as t', 't.id', 'p.team_id')
    .select(['p.id', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .where('s.role', '=', role)
    .where('s.account_id', '=', accountId)
    .where('s.expires_at', '>', now.toISOString())
    .where((row) => row.or([row('u.id', 'is', null), row('u.status', '=', 1)]))
    .where((row) => row.or([row('t.id', 'is', null), row('t.status', '=', 1)]))
    .orderBy('p.id')
    .execute();
}

/** Which of these addresses have a device that gets push messages. */
export async function findSubscribed(
  db: AccountsDb,
  addresses: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const address of addresses) {
    const account = parsePushAddress(address);
    if (account && (await findTargets(db, account, now)).length > 0) found.add(address);
  }
  return found;
}

/** Deletes a subscription that no longer exists at the push service. */
export async function deleteTarget(db: AccountsDb, id: number): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

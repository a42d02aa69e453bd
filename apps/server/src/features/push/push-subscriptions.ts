import { createECDH } from 'node:crypto';
import { MAX_PUSH_SUBSCRIPTIONS } from '@callpoint/contract/push';
import type { AccountsDb } from '../../db/accounts.ts';
import type { TenantDb } from '../../db/tenant.ts';
import { badInput } from '../../http/errors/call-error.ts';
import { hashToken, type Caller } from '../../http/auth/session-tokens.ts';
import type { PushTarget } from './push-request.ts';

/** Where the push messages of app users are sent: at most `MAX_PUSH_SUBSCRIPTIONS` addresses of one person. */

type AppUser = Pick<Extract<Caller, { role: 'app_user' }>, 'id' | 'teamId' | 'sessionId'>;

/** Stores the subscription of the caller's phone; of the person's others, the oldest are deleted. */
export async function saveSubscription(
  tenant: TenantDb,
  { id, teamId, sessionId }: AppUser,
  { endpoint, p256dh, auth }: PushTarget,
  now = new Date(),
): Promise<void> {
  const endpoint_hash = hashToken(endpoint);
  const values = {
    session_id: sessionId,
    app_user_id: id,
    team_id: teamId,
    endpoint,
    endpoint_hash,
    p256dh,
    auth,
    created_at: now.toISOString(),
  };
  await tenant.transaction(async (inside, { accounts }) => {
    // Concurrent calls of one person are counted one after the other.
    await inside.lock('app_user', id);
    // A phone that another person used before: that person's messages must not be sent to it.
    await accounts
      .deleteFrom('push_subscription')
      .where('endpoint_hash', '=', endpoint_hash)
      .where('app_user_id', '!=', id)
      .execute();
    await accounts
      .insertInto('push_subscription')
      .values(values)
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(values))
      .execute();
    const newest = accounts
      .selectFrom('push_subscription')
      .select('id')
      .where('app_user_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_PUSH_SUBSCRIPTIONS);
    await accounts
      .deleteFrom('push_subscription')
      .where('app_user_id', '=', id)
      .where('id', 'not in', newest)
      .execute();
  });
}

/** Deletes the subscription of one of the person's phones, if it exists. */
export async function deleteSubscription(db: AccountsDb, userId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('endpoint_hash', '=', hashToken(endpoint))
    .where('app_user_id', '=', userId)
    .execute();
}

/** Throws CallError 400 for a public key that nothing can be encrypted for. */
export function requireUsableKey(p256dh: string): void {
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'));
  } catch {
    throw badInput([{ msg: 'Keys p256dh is not a valid public key.', field: 'keys.p256dh' }]);
  }
}

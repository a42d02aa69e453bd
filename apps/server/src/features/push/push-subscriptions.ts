import { createECDH } from 'node:crypto';
import { MAX_CONSOLE_SUBSCRIPTIONS, MAX_PUSH_SUBSCRIPTIONS } from '@callpoint/contract/push';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { badInput } from '../../http/errors/call-error.ts';
import { hashToken, type Caller } from '../../http/auth/session-tokens.ts';
import type { PushTarget } from '../../delivery/channels/push/push-request.ts';

/** Where the push messages of accounts are sent: at most a number of addresses of one account. */

type Owner = Pick<Caller, 'role' | 'id' | 'sessionId'>;

/** The subscriptions of an account belong to its sessions. */
function sessionsOf(accounts: AccountsDb, { role, id }: Pick<Owner, 'role' | 'id'>) {
  return accounts.selectFrom('session').select('id').where('role', '=', role).where('account_id', '=', id);
}

/** Stores the subscription of the caller's device; of the account's others, the oldest are deleted. */
export async function saveSubscription(
  tenant: TenantDb,
  caller: Caller,
  { endpoint, p256dh, auth }: PushTarget,
  now = new Date(),
): Promise<void> {
  const endpoint_hash = hashToken(endpoint);
  const isPhone = caller.role === 'app_user';
  const values = {
    session_id: caller.sessionId,
    app_user_id: isPhone ? caller.id : null,
    team_id: caller.role === 'admin' ? null : caller.teamId,
    endpoint,
    endpoint_hash,
    p256dh,
    auth,
    created_at: now.toISOString(),
  };
  await tenant.transaction(async (inside, { accounts }) => {
    // Concurrent calls of one account are counted one after the other. Administrators are few.
    if (caller.role !== 'admin') await inside.lock(caller.role, caller.id);
    // A device that another account used before: that account's messages must not be sent to it.
    await accounts
      .deleteFrom('push_subscription')
      .where('endpoint_hash', '=', endpoint_hash)
      .where('session_id', 'not in', sessionsOf(accounts, caller))
      .execute();
    await accounts
      .insertInto('push_subscription')
      .values(values)
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(values))
      .execute();
    const newest = accounts
      .selectFrom('push_subscription')
      .select('id')
      .where('session_id', 'in', sessionsOf(accounts, caller))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(isPhone ? MAX_PUSH_SUBSCRIPTIONS : MAX_CONSOLE_SUBSCRIPTIONS);
    await accounts
      .deleteFrom('push_subscription')
      .where('session_id', 'in', sessionsOf(accounts, caller))
      .where('id', 'not in', newest)
      .execute();
  });
}

/** Deletes the subscription of one of the account's devices, if it exists. */
export async function deleteSubscription(
  db: AccountsDb,
  owner: Pick<Owner, 'role' | 'id'>,
  endpoint: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('endpoint_hash', '=', hashToken(endpoint))
    .where('session_id', 'in', sessionsOf(db, owner))
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

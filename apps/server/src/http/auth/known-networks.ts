import { createHash } from 'node:crypto';
import type { Role } from '@callpoint/contract/permissions';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { getNetwork } from '../admission/network.ts';

/**
 * Networks from which an account signed in, or used an emailed link. There, password guesses from other networks cannot
 * lock the owner out. Networks are stored as hashes, so that no network address of a person is stored.
 */

const RETAINED = 90 * 24 * 3_600_000;

export type NetworkOwner = { role: Role; accountId: number };

function networkHash({ role, accountId }: NetworkOwner, address: string): string {
  return createHash('sha256')
    .update(`${role}\n${accountId}\n${getNetwork(address)}`)
    .digest('hex');
}

/** True for a network from which the account signed in during the last 90 days. */
export async function isKnownNetwork(
  db: AccountsDb,
  owner: NetworkOwner,
  address: string,
  now = new Date(),
): Promise<boolean> {
  const row = await db
    .selectFrom('known_network')
    .select('role')
    .where('role', '=', owner.role)
    .where('account_id', '=', owner.accountId)
    .where('network_hash', '=', networkHash(owner, address))
    .where('last_used_at', '>', oldest(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the network of `address` as one of the account's. */
export async function rememberNetwork(
  db: AccountsDb,
  owner: NetworkOwner,
  address: string,
  now = new Date(),
): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('known_network')
    .values({
      role: owner.role,
      account_id: owner.accountId,
      network_hash: networkHash(owner, address),
      last_used_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['role', 'account_id', 'network_hash']).doUpdateSet({ last_used_at: at }),
    )
    .execute();
}

/** Deletes networks that have not been used for a long time. */
export async function deleteOldNetworks(db: AccountsDb, now = new Date()): Promise<void> {
  await db.deleteFrom('known_network').where('last_used_at', '<=', oldest(now)).execute();
}

function oldest(now: Date): string {
  return new Date(now.getTime() - RETAINED).toISOString();
}

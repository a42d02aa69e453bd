import { SIGNED_OUT } from '@callpoint/contract/error-codes';
import { addHistory } from '../../db/history/subscription-history.ts';
import type { OtherHandles, TenantDb } from '../../db/handles/tenant.ts';
import { revokeSessions, revokeUserSessions } from './session-revocation.ts';

/**
 * What a changed status of a subscriber causes: an entry in its history, and the end of all sessions of the subscriber
 * and its app users. Unblocking revokes them as well: old sessions must not become valid again.
 */
export async function followStatus(
  tenant: TenantDb,
  others: OtherHandles,
  id: number,
  descr: string,
): Promise<void> {
  await addHistory(tenant, id, descr);
  await revokeSessions(others.accounts, 'team', id, SIGNED_OUT);
  await revokeUserSessions(others.accounts, id);
}

import { TEXTS } from '@callpoint/contract/texts';
import type { TenantDb } from '../../db/handles/tenant.ts';

const CONTINUES = 'The subscription was stopped. Another paid subscription of this account continues.';

/** The message after a subscription was stopped. Whoever has a second one is not on the free plan. */
export async function stoppedText(tenant: TenantDb, teamId: number): Promise<string> {
  const team = await tenant.find('team', teamId);
  return team?.plan === 'paid' ? CONTINUES : TEXTS.updated;
}

import type { PlanKind } from '@callpoint/contract/plan-kinds';
import { FREE_MAX_USERS } from '@callpoint/contract/subscribers';
import { SYSTEM } from '../../db/audit.ts';
import { addHistory } from '../../db/subscription-history.ts';
import type { PlatformDb } from '../../db/platform.ts';
import { TenantDb } from '../../db/tenant.ts';
import { endText } from './end-text.ts';

/** The columns of a subscriber on the free plan. */
const FREE = {
  plan: 'free' satisfies PlanKind,
  is_paid: 0,
  plan_id: null,
  plan_expires_at: null,
  max_users: FREE_MAX_USERS,
} as const;

/** Changes a subscriber's plan and adds an entry to its history; call it in a transaction. */
export async function changePlan(
  tenant: TenantDb,
  teamId: number,
  values: {
    plan: PlanKind;
    is_paid: number;
    plan_id: number | null;
    plan_expires_at: string | null;
    max_users: number;
  },
  descr: string,
): Promise<void> {
  const result = await tenant.update('team', teamId, values);
  if (typeof result === 'string') throw new Error('the subscriber no longer exists');
  await addHistory(tenant, teamId, descr);
}

export async function convertToFree(tenant: TenantDb, teamId: number, descr: string): Promise<void> {
  await changePlan(tenant, teamId, FREE, descr);
}

/** Returns subscribers with expired upgrades to the free plan. Several processes may call it; each upgrade ends once. */
export async function endExpiredUpgrades(db: PlatformDb, now = new Date()): Promise<number> {
  const expired = await db
    .selectFrom('team')
    .select(['id', 'plan_expires_at', 'updated_at'])
    .where('plan', '=', 'upgrade_by_admin' satisfies PlanKind)
    .where('plan_expires_at', '<=', now.toISOString())
    .execute();
  let ended = 0;
  for (const { id, plan_expires_at, updated_at } of expired) {
    ended += await new TenantDb(db, { teamId: id }, SYSTEM).transaction(async (tenant) => {
      const result = await tenant.update('team', id, FREE, { expectedUpdatedAt: updated_at });
      if (typeof result === 'string') return 0;
      const end = plan_expires_at === null ? '' : ` on ${endText(plan_expires_at)}`;
      await addHistory(tenant, id, `The upgrade ended${end}: back on the free plan.`);
      return 1;
    });
  }
  return ended;
}

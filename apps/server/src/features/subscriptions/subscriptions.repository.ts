import type { PlanKind } from '@callpoint/contract/plan-kinds';
import { SYSTEM } from '../../db/history/audit.ts';
import { FREE_PLAN } from '../../db/subscriber-plan.ts';
import { addHistory } from '../../db/history/subscription-history.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { endText } from './end-text.ts';

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
      const result = await tenant.update('team', id, FREE_PLAN, { expectedUpdatedAt: updated_at });
      if (typeof result === 'string') return 0;
      const end = plan_expires_at === null ? '' : ` on ${endText(plan_expires_at)}`;
      await addHistory(tenant, id, `The upgrade ended${end}: back on the free plan.`);
      return 1;
    });
  }
  return ended;
}

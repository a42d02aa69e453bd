import type { TenantDb } from './tenant.ts';

/** Adds a line to a subscriber's history: what the handle's actor changed, now. Call it in the change's transaction. */
export async function addHistory(tenant: TenantDb, teamId: number, descr: string): Promise<void> {
  await tenant.insert('subscription_history', {
    team_id: teamId,
    changed_on: new Date().toISOString(),
    descr,
    actor_role: tenant.actor.role,
    actor_id: tenant.actor.id,
  });
}

import type { TenantDb } from '../handles/tenant.ts';

/**
 * Adds an entry about a change by the handle's actor to a subscriber's history. Call it in the change's transaction.
 */
export async function addHistory(tenant: TenantDb, teamId: number, descr: string): Promise<void> {
  await tenant.insert('subscription_history', {
    team_id: teamId,
    changed_on: new Date().toISOString(),
    descr,
    actor_role: tenant.actor.role,
    actor_id: tenant.actor.id,
  });
}

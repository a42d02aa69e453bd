import type { TenantDb } from '../handles/tenant.ts';

/** The number of a subscriber's app users, including blocked ones. */
export async function countAppUsers(tenant: TenantDb, teamId: number): Promise<number> {
  const { used } = await tenant
    .selectFrom('app_user')
    .select((row) => row.fn.countAll<number>().as('used'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return used;
}

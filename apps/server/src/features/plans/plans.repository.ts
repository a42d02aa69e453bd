import type { TenantDb } from '../../db/handles/tenant.ts';

/** Maximum names in the error message. */
const NAMED = 5;

/** The subscribers on a plan: the names of the first few, and the total. */
export async function findSubscribersOnPlan(
  tenant: TenantDb,
  planId: number,
): Promise<{ names: string[]; total: number }> {
  const onPlan = tenant.selectFrom('team').where('plan_id', '=', planId);
  const { total } = await onPlan
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await onPlan.select(['id', 'account_name']).orderBy('id').limit(NAMED).execute();
  return { names: rows.map(({ id, account_name }) => `${account_name} (subscriber ${id})`), total };
}

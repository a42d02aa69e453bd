import type { TenantDb } from '../../db/tenant.ts';

/** How many names a refusal lists. */
const NAMED = 5;

/** The subscribers that are on a plan: the first few by name, and how many there are. */
export async function planUsers(
  tenant: TenantDb,
  planId: number,
): Promise<{ names: string[]; total: number }> {
  const onPlan = tenant.selectFrom('team').where('plan_id', '=', planId);
  const { total } = await onPlan
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await onPlan.select(['id', 'account_name']).orderBy('id').limit(NAMED).execute();
  return { names: rows.map(({ id, account_name }) => `${account_name} (#${id})`), total };
}

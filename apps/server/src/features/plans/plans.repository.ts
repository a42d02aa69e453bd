import type { TenantDb } from '../../db/handles/tenant.ts';
import type { Row } from '../../db/rows.ts';

/** Maximum names in the error message. */
const NAMED = 5;

/** The names of the first few subscribers, and the total. */
export type NamedSubscribers = { names: string[]; total: number };

/** The subscribers on a plan. */
export async function findSubscribersOnPlan(tenant: TenantDb, planId: number): Promise<NamedSubscribers> {
  const onPlan = tenant.selectFrom('team').where('plan_id', '=', planId);
  const { total } = await onPlan
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await onPlan.select(['id', 'account_name']).orderBy('id').limit(NAMED).execute();
  return { names: rows.map(nameOf), total };
}

export function nameSubscribers(rows: readonly Pick<Row<'team'>, 'id' | 'account_name'>[]): NamedSubscribers {
  return { names: rows.slice(0, NAMED).map(nameOf), total: rows.length };
}

function nameOf({ id, account_name }: Pick<Row<'team'>, 'id' | 'account_name'>): string {
  return `${account_name} (subscriber ${id})`;
}

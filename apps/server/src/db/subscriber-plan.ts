import type { PlanKind } from '@callpoint/contract/plan-kinds';
import { planLabel, type Price } from '@callpoint/contract/plans';
import { FREE_MAX_USERS } from '@callpoint/contract/subscribers';
import { addHistory } from './history/subscription-history.ts';
import type { TenantDb } from './handles/tenant.ts';
import type { Row } from './rows.ts';

/** The columns of a subscriber on the free plan. */
export const FREE_PLAN = {
  plan: 'free' satisfies PlanKind,
  is_paid: 0,
  plan_id: null,
  plan_expires_at: null,
  max_users: FREE_MAX_USERS,
} as const;

type PlanColumns = {
  plan: PlanKind;
  is_paid: number;
  plan_id: number | null;
  plan_expires_at: string | null;
  max_users: number;
  subscription_id?: string | null;
};

/** The label of a stored plan, with its price or `price`. */
export function labelOf({ plan_cost_cents, ...plan }: Row<'plan'>, price?: Price): string {
  return planLabel({ ...plan, plan_cost: plan_cost_cents / 100 }, price);
}

/** Changes a subscriber's plan and adds an entry to its history; call it in a transaction. */
export async function changePlan(
  tenant: TenantDb,
  teamId: number,
  values: PlanColumns,
  descr: string,
): Promise<void> {
  const result = await tenant.update('team', teamId, values);
  if (typeof result === 'string') throw new Error('the subscriber no longer exists');
  await addHistory(tenant, teamId, descr);
}

export async function convertToFree(tenant: TenantDb, teamId: number, descr: string): Promise<void> {
  await changePlan(tenant, teamId, FREE_PLAN, descr);
}

import { planLabel } from '@callpoint/contract/plans';
import { teamList, type Team } from '@callpoint/contract/subscribers';
import type { ListPlan } from '../../db/paged-list.ts';
import type { Row } from '../../db/tables.ts';
import type { TenantDb } from '../../db/tenant.ts';

const COLUMNS = [
  'id',
  'email',
  'account_name',
  'first_name',
  'last_name',
  'phone',
  'is_paid',
  'plan',
  'plan_id',
  'plan_expires_at',
  'max_users',
  'status',
  'subscription_id',
  'updated_at',
] as const;
type TeamRow = Pick<Row<'team'>, (typeof COLUMNS)[number]>;

export const subscriberRows: ListPlan<TeamRow> = {
  table: 'team',
  tenantColumn: 'id',
  columns: COLUMNS,
  filters: Object.keys(teamList.filters),
  filterIns: [],
  item: (row) => row as TeamRow,
};

/** The rows as the wire has them, each with what stands in brackets beside its plan. */
export async function subscriberItems(tenant: TenantDb, rows: readonly TeamRow[]): Promise<Team[]> {
  const ids = [
    ...new Set(rows.flatMap(({ plan, plan_id }) => (plan === 'paid' && plan_id !== null ? [plan_id] : []))),
  ];
  const plans =
    ids.length === 0 ? [] : await tenant.selectFrom('plan').selectAll().where('id', 'in', ids).execute();
  const labels = new Map(
    plans.map((plan) => [plan.id, planLabel({ ...plan, plan_cost: plan.plan_cost_cents / 100 })]),
  );
  return rows.map(({ plan_id, plan_expires_at, ...row }) => {
    const detail = row.plan === 'paid' ? (labels.get(plan_id ?? 0) ?? null) : null;
    return { ...row, plan_obj: row.plan === 'upgrade_by_admin' ? plan_expires_at : detail } as Team;
  });
}

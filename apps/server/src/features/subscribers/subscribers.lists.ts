import { FOUND_OF_EACH, type Found } from '@callpoint/contract/find';
import { planLabel } from '@callpoint/contract/plans';
import { foldText } from '@callpoint/contract/fold-text';
import { teamList, type Team } from '@callpoint/contract/subscribers';
import { sql } from 'kysely';
import { searchRequest, type ListQuery } from '../../db/lists/list-query.ts';
import { searchesText, startsText } from '../../db/lists/search-conditions.ts';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { IS_OVERDUE } from '../../payments/overdue/overdue.ts';

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
  'time_zone',
  'email_confirmed_at',
  'updated_at',
] as const;
type TeamRow = Pick<Row<'team'>, (typeof COLUMNS)[number]>;

export const subscriberRows: ListQuery<TeamRow> = {
  table: 'team',
  tenantColumn: 'id',
  columns: COLUMNS,
  filters: Object.keys(teamList.filters),
  filterIns: Object.keys(teamList.filterIns),
  search: searchesText,
  choices: {
    // Literals: the index of the blocked subscribers has this condition.
    status: { 0: sql`status = 0`, 1: sql`status = 1` },
    reach: {
      red: sql`id in (select team_id from reach where red > 0)`,
      amber: sql`id in (select team_id from reach where red = 0 and amber > 0)`,
    },
    payment: { overdue: IS_OVERDUE },
  },
  item: (row) => row as TeamRow,
};

/** The rows for the response, each with the text in brackets next to its plan and its number of app users. */
export async function subscriberItems(tenant: TenantDb, rows: readonly TeamRow[]): Promise<Team[]> {
  const ids = [
    ...new Set(rows.flatMap(({ plan, plan_id }) => (plan === 'paid' && plan_id !== null ? [plan_id] : []))),
  ];
  const plans =
    ids.length === 0 ? [] : await tenant.selectFrom('plan').selectAll().where('id', 'in', ids).execute();
  const labels = new Map(
    plans.map((plan) => [plan.id, planLabel({ ...plan, plan_cost: plan.plan_cost_cents / 100 })]),
  );
  const used = await usersOf(
    tenant,
    rows.map(({ id }) => id),
  );
  const overdue = await overdueOf(tenant, rows);
  return rows.map(({ plan_expires_at, email_confirmed_at, ...row }) => {
    const detail = row.plan === 'paid' ? (labels.get(row.plan_id ?? 0) ?? null) : null;
    const plan_obj = row.plan === 'upgrade_by_admin' ? plan_expires_at : detail;
    return {
      ...row,
      plan_obj,
      used_users: used.get(row.id) ?? 0,
      overdue_since: overdue.get(row.id) ?? null,
      email_confirmed: email_confirmed_at !== null,
    } as Team;
  });
}

/** The number of app users by subscriber; subscribers without app users are absent. */
async function usersOf(tenant: TenantDb, teamIds: readonly number[]): Promise<Map<number, number>> {
  if (teamIds.length === 0) return new Map();
  const counts = await tenant
    .selectFrom('app_user')
    .select((row) => ['team_id', row.fn.countAll<number>().as('used')])
    .where('team_id', 'in', teamIds)
    .groupBy('team_id')
    .execute();
  return new Map(counts.map(({ team_id, used }) => [team_id, used]));
}

/** Since when the payment of a subscriber is overdue; subscribers that have paid are absent. */
async function overdueOf(tenant: TenantDb, rows: readonly TeamRow[]): Promise<Map<number, string | null>> {
  const ids = rows.flatMap(({ plan, subscription_id }) =>
    plan === 'paid' && subscription_id !== null ? [subscription_id] : [],
  );
  if (ids.length === 0) return new Map();
  const overdue = await tenant
    .selectFrom('subscription')
    .select(['team_id', 'unpaid_since'])
    .where('id', 'in', ids)
    .where('unpaid_since', 'is not', null)
    .execute();
  return new Map(overdue.map(({ team_id, unpaid_since }) => [team_id, unpaid_since]));
}

/** Subscribers whose account name or email address starts with the text. */
const startingRows: ListQuery<TeamRow> = {
  ...subscriberRows,
  search: startsText,
};

/**
 * Subscribers with a text, for administrators: first the one with this account name, then those whose account name starts
 * with it, then the newest others.
 */
export async function findSubscribers(tenant: TenantDb, search: string): Promise<Found['subscribers']> {
  if (tenant.scope !== 'all') return [];
  const byName = { ...searchRequest(search, FOUND_OF_EACH, 'account_name'), order: 'asc' as const };
  const { items: starting } = await tenant.page(startingRows, byName);
  const { items: newest } = await tenant.page(subscriberRows, searchRequest(search, FOUND_OF_EACH));
  const typed = foldText(search.trim());
  const rank = ({ account_name }: TeamRow) => {
    const name = foldText(account_name);
    return name === typed ? 0 : name.startsWith(typed) ? 1 : 2;
  };
  const found = new Map([...starting.filter((row) => rank(row) < 2), ...newest].map((row) => [row.id, row]));
  return [...found.values()]
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, FOUND_OF_EACH)
    .map(({ id, account_name, email }) => ({ id, account_name, email }));
}

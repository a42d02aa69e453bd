import { FOUND_OF_EACH, type Found } from '@callpoint/contract/find';
import type { Price } from '@callpoint/contract/plans';
import { foldText } from '@callpoint/contract/fold-text';
import { teamList, type Team } from '@callpoint/contract/subscribers';
import { sql } from 'kysely';
import { searchRequest, type ListQuery } from '../../db/lists/list-query.ts';
import { searchesText, startsText } from '../../db/lists/search-conditions.ts';
import type { Row } from '../../db/rows.ts';
import { labelOf } from '../../db/subscriber-plan.ts';
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
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const used = await usersOf(
    tenant,
    rows.map(({ id }) => id),
  );
  const subscriptions = await subscriptionsOf(tenant, rows);
  return rows.map(({ plan_expires_at, email_confirmed_at, ...row }) => {
    const plan = row.plan === 'paid' ? planOf.get(row.plan_id ?? 0) : undefined;
    const subscription = subscriptions.get(row.id);
    const detail = plan ? labelOf(plan, subscription && priceOf(plan, subscription)) : null;
    const plan_obj = row.plan === 'upgrade_by_admin' ? plan_expires_at : detail;
    return {
      ...row,
      plan_obj,
      used_users: used.get(row.id) ?? 0,
      overdue_since: subscription?.unpaid_since ?? null,
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

const PAID_COLUMNS = [
  'team_id',
  'unpaid_since',
  'price_id',
  'amount',
  'currency',
  'term_unit',
  'term_count',
] as const;
type PaidSubscription = Pick<Row<'subscription'>, (typeof PAID_COLUMNS)[number]>;

/** The subscriptions that give subscribers their plan, by subscriber. */
async function subscriptionsOf(
  tenant: TenantDb,
  rows: readonly TeamRow[],
): Promise<Map<number, PaidSubscription>> {
  const ids = rows.flatMap(({ plan, subscription_id }) =>
    plan === 'paid' && subscription_id !== null ? [subscription_id] : [],
  );
  if (ids.length === 0) return new Map();
  const found = await tenant.selectFrom('subscription').select(PAID_COLUMNS).where('id', 'in', ids).execute();
  return new Map(found.map((subscription) => [subscription.team_id, subscription]));
}

/** What the subscriber pays: the plan may have got another price and term since. Undefined if the provider has not reported it. */
function priceOf(
  plan: Row<'plan'>,
  { price_id, amount, currency, ...of }: PaidSubscription,
): Price | undefined {
  if (amount === null || currency === null) return undefined;
  const term = price_id === plan.plan_stripe_id ? plan.plan_term : (termOf(of) ?? plan.plan_term);
  return { amount, currency, term };
}

const TERMS: Readonly<Record<string, string>> = {
  day: 'Daily',
  week: 'Weekly',
  month: 'Monthly',
  year: 'Yearly',
};

/** The name of a term that the provider has reported, like those of plans; null if it is unknown. */
function termOf({
  term_unit: unit,
  term_count: count,
}: Pick<PaidSubscription, 'term_unit' | 'term_count'>): string | null {
  if (unit === null || count === null) return null;
  return count === 1 ? (TERMS[unit] ?? null) : `Every ${count} ${unit}s`;
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

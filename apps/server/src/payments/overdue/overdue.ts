import { parseGraceDays, type ConfigKey } from '@callpoint/contract/configuration';
import { DAYS_UNTIL_LISTED } from '@callpoint/contract/overdue-days';
import type { PlanKind } from '@callpoint/contract/plan-kinds';
import { sql } from 'kysely';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import { DAY } from '../../scheduling/durations.ts';

const GRACE_DAYS = 'payment_grace_days' satisfies ConfigKey;

/** An overdue payment of a subscriber, and when what follows from it begins. All times are ISO 8601. */
export type Overdue = {
  subscriptionId: string;
  since: string;
  /** The end of the grace period: app users cannot be added, and settings cannot be changed. */
  pausedFrom: string;
  /** When the account is listed for the administrators. */
  listedFrom: string;
  /** The price of one term in the currency's smallest unit; null if the provider has not reported it. */
  amount: number | null;
  currency: string | null;
  timeZone: string | null;
};

/** The overdue payment of a subscriber, from our rows alone; null if none is overdue. */
export async function findOverdue(db: PaymentsDb, teamId: number): Promise<Overdue | null> {
  const row = await overdueSubscribers(db)
    .select(['subscription.id', 'subscription.amount', 'subscription.currency', 'team.time_zone'])
    .where('team.id', '=', teamId)
    .executeTakeFirst();
  if (!row) return null;
  const { id: subscriptionId, unpaid_since: since, amount, currency, time_zone: timeZone } = row;
  return { subscriptionId, since, ...stagesOf(since, await readGraceDays(db)), amount, currency, timeZone };
}

/** Subscribers with an overdue payment of their present subscription, for queries about several. */
export function overdueSubscribers(db: PaymentsDb) {
  return db
    .selectFrom('team')
    .innerJoin('subscription', 'subscription.id', 'team.subscription_id')
    .select('subscription.unpaid_since')
    .where('team.plan', '=', 'paid' satisfies PlanKind)
    .where('subscription.unpaid_since', 'is not', null)
    .$narrowType<{ unpaid_since: string }>();
}

/** The condition of `team` in lists for the same subscribers. */
export const IS_OVERDUE = sql<boolean>`team.plan = 'paid'
  and team.id in (select team_id from subscription where unpaid_since is not null)
  and team.subscription_id in (select id from subscription where unpaid_since is not null)`;

/** When what follows from an overdue payment begins. */
export function stagesOf(since: string, graceDays: number): Pick<Overdue, 'pausedFrom' | 'listedFrom'> {
  const after = (days: number) => new Date(Date.parse(since) + days * DAY).toISOString();
  return { pausedFrom: after(graceDays), listedFrom: after(graceDays + DAYS_UNTIL_LISTED) };
}

/** The configured days after which an overdue payment has consequences. */
export async function readGraceDays(db: PaymentsDb): Promise<number> {
  const row = await db
    .selectFrom('config')
    .select('config_value')
    .where('config_key', '=', GRACE_DAYS)
    .executeTakeFirst();
  return parseGraceDays(row?.config_value ?? '');
}

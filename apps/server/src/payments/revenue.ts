import type { PlanKind } from '@callpoint/contract/plan-kinds';
import type { Money, Revenue } from '@callpoint/contract/revenue';
import type { PaymentsDb } from '../db/handles/payments.ts';
import { DAY } from '../scheduling/durations.ts';
import { overdueSubscribers, readGraceDays, stagesOf } from './overdue/overdue.ts';

/** Subscribers that are listed by name; the others are counted. */
const MOST_LISTED = 20;
/** Trials are listed this long before they end. */
const TRIAL_DAYS = 14;
/** Subscriptions with these states pay, now or as soon as their card works. */
const RECURRING = ['active', 'past_due', 'unpaid'];
/** Terms of one of a unit in a year. */
const TERMS_A_YEAR: Readonly<Record<string, number>> = { day: 365, week: 52, month: 12, year: 1 };

/** The revenue of the platform from our rows: a fixed number of queries, whatever the number of subscribers. */
export async function readRevenue(db: PaymentsDb, now = new Date()): Promise<Revenue> {
  return {
    plans: await countPlans(db),
    monthly: await readMonthly(db),
    failed: await readFailed(db),
    trials: await readTrials(db, now),
  };
}

async function countPlans(db: PaymentsDb): Promise<Revenue['plans']> {
  const rows = await db
    .selectFrom('team')
    .leftJoin('plan', 'plan.id', 'team.plan_id')
    .leftJoin('subscription', (on) =>
      on
        .onRef('subscription.id', '=', 'team.subscription_id')
        .on('team.plan', '=', 'paid' satisfies PlanKind),
    )
    .select(({ fn }) => [
      'team.plan as kind',
      'plan.plan_name',
      'plan.plan_term',
      'subscription.status',
      fn.countAll<number>().as('total'),
    ])
    .groupBy(['team.plan', 'team.plan_id', 'plan.plan_name', 'plan.plan_term', 'subscription.status'])
    .orderBy('team.plan', 'desc')
    .orderBy('plan.plan_name')
    .orderBy('subscription.status')
    .execute();
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kind as PlanKind }));
}

type Group = Money & { term_unit: string; term_count: number };

async function readMonthly(db: PaymentsDb): Promise<Money[]> {
  const groups = await current(db)
    .select(({ fn }) => [
      'subscription.currency',
      'subscription.term_unit',
      'subscription.term_count',
      fn.sum<number>('subscription.amount').as('amount'),
      fn.countAll<number>().as('total'),
    ])
    .where('subscription.status', 'in', RECURRING)
    .where('subscription.amount', 'is not', null)
    .groupBy(['subscription.currency', 'subscription.term_unit', 'subscription.term_count'])
    .$narrowType<Group>()
    .execute();
  return monthlyAmounts(groups);
}

/** The sums of groups of subscriptions for one month, by currency. Each currency is rounded once, half up. */
export function monthlyAmounts(groups: readonly Group[]): Money[] {
  const byCurrency = Map.groupBy(groups, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, own]) => {
      const aYear = own.reduce((sum, { amount, term_unit, term_count }) => {
        return sum + (amount * (TERMS_A_YEAR[term_unit] ?? 0)) / term_count;
      }, 0);
      const total = own.reduce((sum, group) => sum + group.total, 0);
      return { currency, amount: Math.round(aYear / 12), total };
    })
    .toSorted((one, other) => other.total - one.total || (one.currency < other.currency ? -1 : 1));
}

async function readFailed(db: PaymentsDb): Promise<Revenue['failed']> {
  const { total } = await overdueSubscribers(db)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const amounts = await overdueSubscribers(db)
    .clearSelect()
    .select(({ fn }) => [
      'subscription.currency',
      fn.sum<number>('subscription.amount').as('amount'),
      fn.countAll<number>().as('total'),
    ])
    .where('subscription.amount', 'is not', null)
    .where('subscription.currency', 'is not', null)
    .groupBy('subscription.currency')
    .orderBy('subscription.currency')
    .$narrowType<Money>()
    .execute();
  const rows = await overdueSubscribers(db)
    .select(['team.id as team_id', 'team.account_name', 'subscription.amount', 'subscription.currency'])
    .orderBy('subscription.unpaid_since')
    .orderBy('team.id')
    .limit(MOST_LISTED)
    .execute();
  const graceDays = await readGraceDays(db);
  return {
    total,
    amounts,
    oldest: rows.map(({ unpaid_since: since, ...row }) => ({
      ...row,
      since,
      paused_from: stagesOf(since, graceDays).pausedFrom,
    })),
  };
}

async function readTrials(db: PaymentsDb, now: Date): Promise<Revenue['trials']> {
  const ending = () =>
    current(db)
      .where('subscription.status', '=', 'trialing')
      .where('subscription.trial_end', '>', now.toISOString())
      .where('subscription.trial_end', '<=', new Date(now.getTime() + TRIAL_DAYS * DAY).toISOString());
  const { total } = await ending()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const next = await ending()
    .select([
      'team.id as team_id',
      'team.account_name',
      'subscription.amount',
      'subscription.currency',
      'subscription.trial_end as ends_at',
    ])
    .orderBy('subscription.trial_end')
    .orderBy('team.id')
    .limit(MOST_LISTED)
    .$narrowType<{ ends_at: string }>()
    .execute();
  return { total, next };
}

/** Subscribers with their present subscription. */
function current(db: PaymentsDb) {
  return db
    .selectFrom('team')
    .innerJoin('subscription', 'subscription.id', 'team.subscription_id')
    .where('team.plan', '=', 'paid' satisfies PlanKind);
}

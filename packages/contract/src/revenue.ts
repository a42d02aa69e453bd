import { z } from 'zod';
import { EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { timestamp } from './fields.ts';
import { PLAN_KINDS } from './plan-kinds.ts';

/** The revenue of the platform, for administrators. All amounts are in the currency's smallest unit. */

const count = z.number().int();
const amount = z.number().int();

const planCount = z.object({
  kind: z.enum(PLAN_KINDS),
  plan_name: z.string().nullable().describe('Null: no plan, or one that is not in the list of plans.'),
  plan_term: z.string().nullable(),
  status: z
    .string()
    .nullable()
    .describe('The state of the subscription at the payment provider; null without one.'),
  total: count,
});
export type PlanCount = z.infer<typeof planCount>;

const money = z.object({ currency: z.string(), amount, total: count.describe('Subscriptions.') });
export type Money = z.infer<typeof money>;

const ofSubscriber = {
  team_id: count,
  account_name: z.string(),
  amount: amount.nullable().describe('The price of one term; null if it is not known.'),
  currency: z.string().nullable(),
};

const failedPayment = z.object({
  ...ofSubscriber,
  since: timestamp,
  paused_from: timestamp.describe('When additions of app users and changes of settings are rejected.'),
});
export type FailedPayment = z.infer<typeof failedPayment>;

const endingTrial = z.object({ ...ofSubscriber, ends_at: timestamp });
export type EndingTrial = z.infer<typeof endingTrial>;

export const revenueResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    plans: z.array(planCount).describe('Subscribers by plan and by state of their subscription.'),
    monthly: z
      .array(money)
      .describe(
        'Monthly recurring revenue by currency: active subscriptions and those with an overdue payment. A year counts one twelfth, a week 52 twelfths, a day 365 twelfths; the sum of a currency is rounded once, half up.',
      ),
    failed: z.object({
      total: count,
      amounts: z.array(money),
      oldest: z.array(failedPayment).describe('At most 20, the longest overdue first.'),
    }),
    trials: z.object({
      total: count,
      next: z.array(endingTrial).describe('At most 20 that end within 14 days, the next first.'),
    }),
  }),
});
export type Revenue = z.infer<typeof revenueResponse>['data'];

const ACCOUNT = { team_id: 1, account_name: 'Ridgeline Construction', amount: 2995, currency: 'usd' };

export const revenueCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getRevenue',
    method: 'GET',
    path: '/revenue',
    bases: ['/api/v1'],
    permission: 'overview.read',
    response: revenueResponse,
    summary: 'Subscriptions by plan, recurring revenue, failed payments and trials that end',
    description: 'From what the payment provider last reported about each subscription.',
    example: {
      response: {
        ok: true,
        data: {
          plans: [
            {
              kind: 'paid',
              plan_name: '1-10 end users',
              plan_term: 'Monthly',
              status: 'past_due',
              total: 1,
            },
          ],
          monthly: [{ currency: 'usd', amount: 2995, total: 1 }],
          failed: {
            total: 1,
            amounts: [{ currency: 'usd', amount: 2995, total: 1 }],
            oldest: [{ ...ACCOUNT, since: EXAMPLE_TIME, paused_from: '2026-12-05T08:14:07.000Z' }],
          },
          trials: { total: 0, next: [] },
        },
      },
    },
  }),
}));

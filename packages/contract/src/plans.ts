import { z } from 'zod';
import { callBody, id, line, queryId, readAt } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** Subscription plans of the platform. */

export const planList = {
  sort: ['id', 'plan_name', 'plan_cost', 'max_users'],
  defaultOrder: 'asc',
  filters: { id: queryId },
  filterIns: {},
} as const satisfies ListSpec;
export const plansQuery = listQuery(planList);

/** `plan_cost` in whole units of the platform's currency with two decimals, e.g. 29.95. */
export const plan = z.object({
  id: z.number().int(),
  plan_name: z.string(),
  plan_cost: z.number(),
  plan_term: z.string(),
  plan_stripe_id: z.string(),
  max_users: z.number().int(),
  updated_at: z.string(),
});
export type Plan = z.infer<typeof plan>;
export const plansResponse = listResponse(plan);

const LARGEST_COST = 1_000_000;
const MOST_USERS = 1_000_000;

const number = (message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,9}(\.\d{1,4})?$/, message)], {
      error: ({ input }) => (input === undefined ? 'is required' : message),
    })
    .transform(Number);

const COST = `must be a number from 0.1 to ${LARGEST_COST} with at most two decimals`;
const cost = number(COST)
  .refine(
    (value) =>
      value >= 0.1 && value <= LARGEST_COST && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    COST,
  )
  .describe(`A number from 0.1 to ${LARGEST_COST} with at most two decimals, or its digits.`);
const USERS = `must be a whole number from 1 to ${MOST_USERS}`;
const maxUsers = number(USERS)
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= MOST_USERS, USERS)
  .describe(`A whole number from 1 to ${MOST_USERS}, or its digits.`);

/** Joined with a bar to `max_users` in `selectedPlan`, so it holds none itself. */
const stripeId = line(100)
  .refine((value) => !value.includes('|'), 'must not hold a bar (|)')
  .describe('The payment provider’s id of the plan. It holds no bar (|).');

const fields = {
  plan_name: line(100),
  plan_cost: cost,
  plan_term: line(50),
  plan_stripe_id: stripeId,
  max_users: maxUsers,
};

export const createPlan = callBody({ data: z.strictObject(fields) });
export const updatePlan = callBody({
  id,
  updated_at: readAt,
  data: z
    .strictObject({
      plan_name: fields.plan_name.optional(),
      plan_cost: fields.plan_cost.optional(),
      plan_term: fields.plan_term.optional(),
      plan_stripe_id: fields.plan_stripe_id.optional(),
      max_users: fields.max_users.optional(),
    })
    .refine((data) => Object.keys(data).length > 0, 'has nothing to change'),
});
export const deletePlan = callBody({ id });

/** The value of a plan in `upgradeByAdmin`: the provider's plan id and the number of users, joined with a bar. */
export function planValue(of: Pick<Plan, 'plan_stripe_id' | 'max_users'>): string {
  return `${of.plan_stripe_id}|${of.max_users}`;
}

/** A plan as people choose it, e.g. `1-10 end users - Monthly ( $29.95/monthly )`. */
export function planLabel({
  plan_name,
  plan_term,
  plan_cost,
}: Pick<Plan, 'plan_name' | 'plan_term' | 'plan_cost'>): string {
  return `${plan_name} - ${plan_term} ( $${plan_cost.toFixed(2)}/${plan_term.toLowerCase()} )`;
}

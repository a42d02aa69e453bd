import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import {
  EXAMPLE_TIME,
  EXAMPLE_LATER_TIME,
  EXAMPLE_PAGINATION,
  EXAMPLE_PAGE,
  UPDATED_AT_NOTE,
} from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { createdResponse, doneResponse, updatedResponse } from './errors.ts';
import {
  callBody,
  createIdSchema,
  requiredLine,
  requiredName,
  createQueryIdSchema,
  expectedUpdatedAt,
  optionalText,
  querySearch,
} from './fields.ts';
import { moneyText } from './money.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { TEXTS } from './texts.ts';

/** Subscription plans of the platform. */

export const planList = {
  sort: ['id', 'plan_name', 'plan_cost', 'max_users'],
  defaultOrder: 'asc',
  filters: {
    id: createQueryIdSchema('Only the plan with this id.'),
    search: querySearch('Only plans with this text in the name, term or Stripe id, or with this id.'),
  },
  filterIns: { id: createQueryIdSchema('Only the plans with these ids') },
} as const satisfies ListSpec;
export const plansQuery = listQuery(planList);

/** `plan_cost`: in the platform's currency, with two decimals, e.g. 29.95. */
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
const plansResponse = listResponse(plan);

const MAX_COST = 1_000_000;
const MAX_USERS = 1_000_000;
const inFigures = (value: number) => value.toLocaleString('en-US');

const number = (message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,9}(\.\d{1,4})?$/, message)], {
      error: ({ input }) => (input === undefined ? 'is required' : message),
    })
    .transform(Number);

const COST = `must be a number from 0.1 to ${inFigures(MAX_COST)} with at most two decimals`;
const cost = number(COST)
  .refine(
    (value) => value >= 0.1 && value <= MAX_COST && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    COST,
  )
  .describe(
    `The price of one term: a number from 0.1 to ${MAX_COST} with at most two decimals, as a number or as digits.`,
  );
const USERS = `must be a whole number from 1 to ${inFigures(MAX_USERS)}`;
const maxUsers = number(USERS)
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= MAX_USERS, USERS)
  .describe(`Maximum app users: an integer from 1 to ${MAX_USERS}, as a number or as digits.`);

/** Contains no bar: a bar joins it to `max_users` in `selectedPlan`. */
const stripeId = requiredLine(100)
  .refine((value) => !value.includes('|'), 'must not hold a bar (|)')
  .describe('The payment provider’s id of the plan, without a bar (|).');

const fields = {
  plan_name: requiredName(100).describe('The name that people choose the plan by: one line, not blank.'),
  plan_cost: cost,
  plan_term: requiredLine(50).describe('How often it is paid, like Monthly: one line, not blank.'),
  plan_stripe_id: stripeId,
  max_users: maxUsers,
};

export const createPlanBody = callBody({ data: z.strictObject(fields) });
export const updatePlanBody = callBody({
  id: createIdSchema('the plan'),
  updated_at: expectedUpdatedAt,
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
const deletePlanBody = callBody({ id: createIdSchema('the plan') });

/** The value of a plan in `upgradeByAdmin`: the provider's plan id and the number of users, joined with a bar. */
export function planValue(of: Pick<Plan, 'plan_stripe_id' | 'max_users'>): string {
  return `${of.plan_stripe_id}|${of.max_users}`;
}

/** A chosen plan, as `planValue` builds it. */
export const selectedPlan = optionalText(120)
  .regex(
    /^[^|]{1,100}\|\d{1,9}$/,
    'must be a plan id and a number of users joined with a bar, like plan_123|10',
  )
  .describe('A plan’s `plan_stripe_id` and `max_users`, joined with a bar, like plan_123|10.');

/** The currency in which plans have their prices, as the payment provider names it. */
export const PLAN_CURRENCY = 'usd';

/** The price of one term, e.g. `Monthly`, in the currency's smallest unit. */
export type Price = { amount: number; currency: string; term: string };

/**
 * A plan as people choose it, e.g. `1-10 end users - Monthly ( $29.95/monthly )`.
 * @param price what a subscriber pays for it, if that is not the plan's price
 */
export function planLabel(
  { plan_name, plan_term, plan_cost }: Pick<Plan, 'plan_name' | 'plan_term' | 'plan_cost'>,
  price: Price = { amount: Math.round(plan_cost * 100), currency: PLAN_CURRENCY, term: plan_term },
): string {
  const { amount, currency, term } = price;
  return `${plan_name} - ${term} ( ${moneyText(amount, currency)}/${term.toLowerCase()} )`;
}

export const planCalls = defineCalls(() => ({
  list: defineCall({
    name: 'listPlans',
    method: 'GET',
    path: '/listPaged/plan',
    bases: CONSOLE_BASES,
    permission: 'plan.list',
    query: plansQuery,
    response: plansResponse,
    subject: 'plan',
    summary: 'Subscription plans',
    example: {
      query: { ...EXAMPLE_PAGE, sort: 'id', order: 'asc' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            plan_name: '1-10 end users',
            plan_cost: 29.95,
            plan_term: 'Monthly',
            plan_stripe_id: 'plan_10_monthly',
            max_users: 10,
            updated_at: EXAMPLE_TIME,
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  create: defineCall({
    name: 'createPlan',
    method: 'POST',
    path: '/create/plan',
    bases: CONSOLE_BASES,
    permission: 'plan.create',
    body: createPlanBody,
    idempotent: true,
    response: createdResponse,
    subject: 'plan',
    summary: 'Create a plan',
    example: {
      body: {
        data: {
          plan_name: '1-10 end users',
          plan_cost: 29.95,
          plan_term: 'Monthly',
          plan_stripe_id: 'plan_10_monthly',
          max_users: 10,
        },
      },
      response: { ok: true, msg: TEXTS.planCreated, data: { id: 2 } },
    },
  }),
  update: defineCall({
    name: 'updatePlan',
    method: 'POST',
    path: '/update/plan',
    bases: CONSOLE_BASES,
    permission: 'plan.update',
    body: updatePlanBody,
    response: updatedResponse,
    errors: {
      409: {
        description:
          'The plan has changed since `updated_at`, or a subscriber is paying for it, so that its `plan_stripe_id` and `max_users` can’t be changed; `msg` names the subscribers.',
        msg: 'This can’t be changed now: a payment for this plan was started by Ridgeline Construction. Add a new plan instead, or try again later: a payment that is not completed expires after a day.',
        field: 'data.plan_stripe_id',
      },
    },
    subject: 'plan',
    summary: 'Change a plan',
    description: `${UPDATED_AT_NOTE} A subscriber that pays for the plan keeps the price and the number of app users that it has.`,
    example: {
      body: { id: 1, data: { plan_cost: 31.5 } },
      response: { ok: true, msg: TEXTS.planUpdated, data: { updated_at: EXAMPLE_LATER_TIME } },
    },
  }),
  delete: defineCall({
    name: 'deletePlan',
    method: 'POST',
    path: '/delete/plan',
    bases: CONSOLE_BASES,
    permission: 'plan.delete',
    body: deletePlanBody,
    response: doneResponse,
    errors: {
      409: {
        description: 'A subscriber is on the plan or is paying for it; `msg` names the subscribers.',
        msg: 'This plan can’t be deleted: it is used by Ridgeline Construction. Move them to another plan first.',
        field: 'id',
      },
    },
    subject: 'plan',
    summary: 'Delete a plan',
    description:
      'Rejected (409) while a subscriber is on it or is paying for it; the error names the subscribers.',
    example: { body: { id: 1 }, response: { ok: true, msg: TEXTS.deleted } },
  }),
}));

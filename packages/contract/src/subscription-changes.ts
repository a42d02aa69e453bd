import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { callBody, createIdSchema, requiredText, timestamp } from './fields.ts';
import { selectedPlan } from './plans.ts';
import { PROVIDER_DOWN } from './purchases.ts';
import { TEXTS } from './texts.ts';

/** A subscriber or an administrator changes, cancels, resumes or stops a paid subscription. */

const currency = z
  .string()
  .regex(/^[a-z]{3}$/, 'must be a currency like usd')
  .describe('ISO 4217, in lower case.');
const amount = z
  .number({ error: 'must be a whole number' })
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .max(1_000_000_000, 'is too large');
const quotedAt = z
  .number({ error: 'must be a whole number' })
  .int('must be a whole number')
  .min(0)
  .max(9_999_999_999)
  .describe('The moment of the price, in seconds since 1970: the change is charged as of this moment.');

const subscriber = createIdSchema('the subscriber');

const seenSubscription = requiredText(200).describe(
  'The `subscription_id` of the subscriber that the person saw. Rejected (409) if another subscription gives the plan by now.',
);

const previewChangeBody = callBody({ team_id: subscriber, selectedPlan });
const changePlanBody = callBody({
  team_id: subscriber,
  selectedPlan,
  due_now: amount.describe('The price that the person saw, in the currency’s smallest unit.'),
  currency,
  quoted_at: quotedAt,
  subscription_id: seenSubscription,
});
const ofSubscriberBody = callBody({ team_id: subscriber, subscription_id: seenSubscription });

/** What a change of plan costs. Amounts are integers in the currency's smallest unit. */
export const changeQuote = z.object({
  due_now: z.number().int().describe('Charged immediately: the rest of the period on the new plan.'),
  credit: z.number().int().describe('Unused time of the current plan that later payments use up.'),
  renewal: z.number().int().describe('The price of each later term.'),
  currency: z.string(),
  renews_at: timestamp,
  quoted_at: z.number().int(),
});
export type ChangeQuote = z.infer<typeof changeQuote>;

/**
 * `changed`: the plan is changed. `authenticate`: the bank asks the person to confirm the payment, on the provider's page
 * or through its script with `client_secret`; the plan changes afterwards.
 */
export const planChange = z.object({
  state: z.enum(['changed', 'authenticate']),
  client_secret: z.string().nullable(),
  page_url: z.string().nullable().describe('The provider’s page of the invoice to confirm.'),
});
export type PlanChange = z.infer<typeof planChange>;

const CONFLICT = {
  409: {
    description: 'There is no paid subscription, or its present state does not allow this.',
    msg: 'There is no paid subscription to change.',
    field: 'team_id',
  },
  429: {
    description: 'Many calls that ask the payment provider.',
    msg: 'You started many payments. Wait a moment, then try again.',
  },
  503: PROVIDER_DOWN,
} as const;

const common = {
  method: 'POST',
  bases: CONSOLE_BASES,
  permission: 'subscription.change',
  errors: CONFLICT,
  subject: 'team',
} as const;

const done = { ok: true, msg: TEXTS.updated } as const;

export const subscriptionChangeCalls = defineCalls(() => ({
  preview: defineCall({
    ...common,
    name: 'previewSubscriptionChange',
    path: '/preview/subscription',
    body: previewChangeBody,
    response: z.object({ ok: z.literal(true), data: changeQuote }),
    changes: false,
    summary: 'What another plan costs today',
    example: {
      body: { team_id: 1, selectedPlan: 'plan_25_monthly|25' },
      response: {
        ok: true,
        data: {
          due_now: 3500,
          credit: 0,
          renewal: 9995,
          currency: 'usd',
          renews_at: EXAMPLE_TIME,
          quoted_at: 1_795_248_847,
        },
      },
    },
  }),
  change: defineCall({
    ...common,
    name: 'changeSubscription',
    path: '/change/subscription',
    body: changePlanBody,
    response: z.object({ ok: z.literal(true), msg: z.string(), data: planChange }),
    summary: 'Change the plan of a paid subscription, at the price of a preview',
    description:
      'Rejected (409) if the price differs from the preview, or if the card is declined. Also if the plan allows fewer app users than there are.',
    example: {
      body: {
        team_id: 1,
        subscription_id: 'sub_1',
        selectedPlan: 'plan_25_monthly|25',
        due_now: 3500,
        currency: 'usd',
        quoted_at: 1_795_248_847,
      },
      response: { ...done, data: { state: 'changed', client_secret: null, page_url: null } },
    },
  }),
  cancel: defineCall({
    ...common,
    name: 'cancelSubscription',
    path: '/cancel/subscription',
    body: ofSubscriberBody,
    response: doneResponse,
    summary: 'Cancel a paid subscription at the end of the period',
    example: { body: { team_id: 1, subscription_id: 'sub_1' }, response: done },
  }),
  resume: defineCall({
    ...common,
    name: 'resumeSubscription',
    path: '/resume/subscription',
    body: ofSubscriberBody,
    response: doneResponse,
    summary: 'Undo a cancellation: the subscription continues',
    example: { body: { team_id: 1, subscription_id: 'sub_1' }, response: done },
  }),
  stop: defineCall({
    ...common,
    name: 'stopSubscription',
    path: '/stop/subscription',
    body: ofSubscriberBody,
    response: doneResponse,
    summary: 'Stop a paid subscription now: the subscriber returns to the free plan',
    description:
      'The rest of the period is not refunded. A subscriber with a second paid subscription has its plan afterwards, as `msg` then states.',
    example: { body: { team_id: 1, subscription_id: 'sub_1' }, response: done },
  }),
}));

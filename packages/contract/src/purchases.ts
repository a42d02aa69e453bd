import { z } from 'zod';
import { defineCall, defineCalls } from './call.ts';
import { callBody, requiredLine } from './fields.ts';
import { selectedPlan } from './plans.ts';

/** A subscriber pays for a plan: the server starts the subscription, and the provider's script in the browser pays it. */

export const billingAddress = z
  .strictObject({
    line1: requiredLine(200).describe('The street with its number.'),
    city: requiredLine(100),
    state: requiredLine(100),
    postal_code: requiredLine(20).describe('The ZIP code.'),
  })
  .describe('The billing address.');
export type BillingAddress = z.infer<typeof billingAddress>;

const startPurchaseBody = callBody({ selectedPlan, address: billingAddress });

/**
 * `payable`: the browser pays with `client_secret`. `paid`: the subscriber has this subscription already, from another
 * window, from a call whose response was lost, or from the provider's own console. It may have another plan.
 */
export const startedPurchase = z.object({
  state: z.enum(['payable', 'paid']),
  subscription_id: z.string(),
  client_secret: z
    .string()
    .nullable()
    .describe('For the provider’s script; null if there is nothing to pay.'),
});
export type StartedPurchase = z.infer<typeof startedPurchase>;

/** `paid`: the subscription is current. `unpaid`: its first payment is missing. `none`: no purchase is in progress. */
export const PURCHASE_STATES = ['paid', 'unpaid', 'none'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

const EXAMPLE_ADDRESS = {
  line1: '1200 Canal Street',
  city: 'Boulder',
  state: 'CO',
  postal_code: '80302',
};

/** No payment can be made, because the keys of the provider are missing. */
export const NOT_SET_UP = {
  description: 'No payment keys are saved, or the current plan does not allow it.',
  msg: 'Payments are not set up on this server yet.',
} as const;

/** The provider did not respond; nothing is lost and a repeated call has the same effect. */
export const PROVIDER_DOWN = {
  description: 'The payment provider did not respond.',
  msg: 'The payment provider did not respond. Try again: nothing is charged twice.',
} as const;

export const purchaseCalls = defineCalls(() => ({
  setup: defineCall({
    name: 'getPaymentSetup',
    method: 'GET',
    path: '/paymentSetup',
    bases: ['/tapi/v1'],
    permission: 'subscription.purchase',
    response: z.object({
      ok: z.literal(true),
      data: z.object({
        publishable_key: z
          .string()
          .nullable()
          .describe('The provider’s key for the browser; null: payments are not set up.'),
      }),
    }),
    subject: 'subscription',
    summary: 'What the browser needs to pay',
    example: { response: { ok: true, data: { publishable_key: null } } },
  }),
  start: defineCall({
    name: 'startPurchase',
    method: 'POST',
    path: '/start/purchase',
    bases: ['/tapi/v1'],
    permission: 'subscription.purchase',
    body: startPurchaseBody,
    response: z.object({ ok: z.literal(true), data: startedPurchase }),
    errors: {
      409: NOT_SET_UP,
      429: {
        description: 'Many payments were started.',
        msg: 'You started many payments. Wait a moment, then try again.',
      },
      503: PROVIDER_DOWN,
    },
    subject: 'subscription',
    audited: false,
    summary: 'Start a subscription that the browser then pays',
    description:
      'A subscriber has at most one subscription that can be paid: a repeated call continues it, and another plan replaces it. Nothing is charged by this call.',
    example: {
      body: { selectedPlan: 'plan_25_monthly|25', address: EXAMPLE_ADDRESS },
      response: {
        ok: true,
        data: { state: 'payable', subscription_id: 'sub_1', client_secret: 'pi_1_secret_1' },
      },
    },
  }),
  finish: defineCall({
    name: 'finishPurchase',
    method: 'POST',
    path: '/finish/purchase',
    bases: ['/tapi/v1'],
    permission: 'subscription.purchase',
    body: callBody({}),
    response: z.object({ ok: z.literal(true), data: z.object({ state: z.enum(PURCHASE_STATES) }) }),
    errors: { 409: NOT_SET_UP, 503: PROVIDER_DOWN },
    subject: 'subscription',
    audited: false,
    summary: 'Find out whether the subscription was paid',
    description:
      'The browser calls this after the payment. If it does not, the provider’s event has the same effect.',
    example: { body: {}, response: { ok: true, data: { state: 'none' } } },
  }),
}));

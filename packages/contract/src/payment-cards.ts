import { z } from 'zod';
import { defineCall, defineCalls } from './call.ts';
import { callBody, requiredLine } from './fields.ts';
import { NOT_SET_UP, PROVIDER_DOWN } from './purchases.ts';

/** The card that pays a subscription: a subscriber reads and replaces its own. No card number reaches the server. */

export const paymentCard = z.object({
  brand: z.string().describe('The provider’s name of the brand, e.g. visa.'),
  last4: z.string().describe('The last four digits.'),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
});
export type PaymentCard = z.infer<typeof paymentCard>;

/**
 * `saved`: later payments use the card. `paid`: it has also paid all overdue invoices. `authenticate`: the bank asks the
 * person to authenticate the payment of one, with `client_secret`; the card is saved already, and the call is repeated.
 */
export const CARD_STATES = ['saved', 'paid', 'authenticate'] as const;
export type CardState = (typeof CARD_STATES)[number];

const errors = {
  409: NOT_SET_UP,
  429: {
    description: 'Many calls that ask the payment provider.',
    msg: 'You started many payments. Wait a moment, then try again.',
  },
  503: PROVIDER_DOWN,
} as const;

export const paymentCardCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getPaymentCard',
    method: 'GET',
    path: '/paymentCard',
    bases: ['/tapi/v1'],
    permission: 'card.change',
    response: z.object({ ok: z.literal(true), data: paymentCard.nullable() }),
    errors,
    subject: 'subscription',
    summary: 'The card on file; null if there is none',
    example: {
      response: { ok: true, data: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 } },
    },
  }),
  start: defineCall({
    name: 'startCard',
    method: 'POST',
    path: '/start/card',
    bases: ['/tapi/v1'],
    permission: 'card.change',
    body: callBody({
      attempt: z
        .uuid('must be a UUID')
        .describe('Created by the browser for each new card: a repeated call continues the same attempt.'),
    }),
    response: z.object({ ok: z.literal(true), data: z.object({ client_secret: z.string() }) }),
    errors,
    subject: 'subscription',
    audited: false,
    summary: 'Start to replace the card on file',
    description:
      'The provider’s script in the browser then stores the card. Nothing is charged by this call.',
    example: {
      body: { attempt: '5d0f3a52-6f0e-4c52-9a3c-2f8b8f6f1a10' },
      response: { ok: true, data: { client_secret: 'seti_1_secret_1' } },
    },
  }),
  finish: defineCall({
    name: 'finishCard',
    method: 'POST',
    path: '/finish/card',
    bases: ['/tapi/v1'],
    permission: 'card.change',
    body: callBody({
      setup_intent: requiredLine(200).describe('The provider’s id of the stored card’s setup.'),
    }),
    response: z.object({
      ok: z.literal(true),
      data: z.object({ state: z.enum(CARD_STATES), client_secret: z.string().nullable() }),
    }),
    errors,
    subject: 'subscription',
    summary: 'Pay with the stored card from now on',
    description:
      'Overdue invoices are paid with it, the oldest first. After the state `authenticate` and the authentication, repeat the call: only `paid` means that everything overdue is paid. If the card is declined (409 with the field `overdue`), the card stays on file and the invoice stays open. A repeated call has the same effect.',
    example: {
      body: { setup_intent: 'seti_1' },
      response: { ok: true, data: { state: 'saved', client_secret: null } },
    },
  }),
}));

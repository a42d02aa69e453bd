import { z } from 'zod';
import { EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { timestamp } from './fields.ts';

/** A subscriber's own overdue payment, and what follows from it. */

const amount = z
  .number()
  .int()
  .nullable()
  .describe('The price of one term in the currency’s smallest unit; null if it is not known.');

export const overduePayment = z.object({
  since: timestamp,
  amount,
  currency: z.string().nullable(),
  is_paused: z.boolean().describe('App users cannot be added and settings cannot be changed.'),
  paused_from: timestamp.describe('The end of the grace period: nothing changes before.'),
  stop_after: timestamp
    .nullable()
    .describe(
      'An administrator may stop the account after this time, if it is not paid. Null: no notice was sent.',
    ),
});
export type OverduePayment = z.infer<typeof overduePayment>;
const overduePaymentResponse = z.object({ ok: z.literal(true), data: overduePayment.nullable() });

export const overduePaymentCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getOverduePayment',
    method: 'GET',
    path: '/overduePayment',
    bases: ['/tapi/v1'],
    permission: 'subscription.read',
    response: overduePaymentResponse,
    subject: 'subscription',
    summary: 'The caller’s overdue payment, and what follows from it',
    description: 'Null while nothing is overdue. Alerts continue in any case.',
    example: {
      response: {
        ok: true,
        data: {
          since: EXAMPLE_TIME,
          amount: 2995,
          currency: 'usd',
          is_paused: false,
          paused_from: '2026-12-05T08:14:07.000Z',
          stop_after: null,
        },
      },
    },
  }),
}));

import { z } from 'zod';
import { defineCall, defineCalls } from './call.ts';
import { callBody } from './fields.ts';

/** Payments of subscribers through the payment provider, Stripe. */

/** Whether a key belongs to real payments or to the provider's test mode, by its prefix. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/**
 * `missing`: no key is set. `rejected`: the provider does not know it. `not-permitted`: a restricted key without a
 * permission that payments need. `other-account`: a publishable key of another account or mode than the secret key.
 * `unreachable`: the provider did not respond. `unreadable`: stored with an encryption key that the server does not have.
 */
export const KEY_STATES = [
  'works',
  'missing',
  'rejected',
  'not-permitted',
  'other-account',
  'unreachable',
  'unreadable',
] as const;
export type KeyState = (typeof KEY_STATES)[number];

const keyTest = z.object({
  state: z.enum(KEY_STATES).describe('Whether payments can use the key, or why not.'),
  mode: z.enum(KEY_MODES).nullable().describe('`live`: real payments. Null without a key.'),
});
export type KeyTest = z.infer<typeof keyTest>;

export const keyTestsResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    secret: keyTest,
    publishable: keyTest,
    has_webhook_secret: z
      .boolean()
      .describe('Whether the server can verify events: `STRIPE_WEBHOOK_SECRET` is set.'),
  }),
});
export type KeyTests = z.infer<typeof keyTestsResponse>['data'];

/** The mode of a key; null for a text that is none. */
export function keyMode(key: string): KeyMode | null {
  const mode = /^[a-z]{2}_(live|test)_/.exec(key)?.[1];
  return KEY_MODES.find((known) => known === mode) ?? null;
}

export const paymentCalls = defineCalls(() => ({
  testKeys: defineCall({
    name: 'testPaymentKeys',
    method: 'POST',
    path: '/test/paymentKeys',
    bases: ['/api/v1'],
    permission: 'config.update',
    body: callBody({}),
    response: keyTestsResponse,
    errors: {
      429: {
        description: 'More than ten tests in a minute, or too many calls at the same time.',
        msg: 'You sent many tests. Wait a moment, then try again.',
      },
    },
    changes: false,
    subject: 'config',
    summary: 'Test the saved keys of the payment provider',
    description:
      'Creates and cancels one setup intent at the provider, which charges nothing, and reads it with the publishable key.',
    example: {
      body: {},
      response: {
        ok: true,
        data: {
          secret: { state: 'missing', mode: null },
          publishable: { state: 'missing', mode: null },
          has_webhook_secret: false,
        },
      },
    },
  }),
}));

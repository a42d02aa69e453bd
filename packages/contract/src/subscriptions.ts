import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME, EXAMPLE_PAGINATION, EXAMPLE_PAGE } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { doneResponse } from './errors.ts';
import { isStorable, timestamp, optionalText, createQueryIdSchema, querySearch } from './fields.ts';
import { selectedPlan } from './plans.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';
import { TEXTS } from './texts.ts';

/** A subscriber's plan: its history, the payment provider's data, and the changes that an administrator may make. */

export const historyList = {
  sort: ['id', 'changed_on'],
  defaultOrder: 'desc',
  filters: {
    id: createQueryIdSchema('Only the entry with this id.'),
    team_id: createQueryIdSchema('Only entries about the subscriber with this id.'),
    search: querySearch('Only entries with this text in what changed.'),
  },
  filterIns: {},
} as const satisfies ListSpec;
const historyQuery = listQuery(historyList);

export const historyEntry = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  changed_on: timestamp,
  descr: z.string(),
  actor_role: z.string().describe('Who changed it: admin, team, or system for an automatic change.'),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
const historyResponse = listResponse(historyEntry);

const subDataQuery = z.object({
  sub_id: optionalText(200)
    .min(1, 'is required')
    .describe('The payment provider’s id of the subscription: the `subscription_id` of a subscriber.'),
});

const subscription = z.object({
  id: z.string(),
  created: timestamp,
  current_period_start: timestamp,
  current_period_end: timestamp,
  cancel_at_period_end: z.boolean(),
  trial_end: timestamp.nullable(),
});
export type Subscription = z.infer<typeof subscription>;
const subDataResponse = z.object({ ok: z.literal(true), data: subscription });

const NO_DATE = 'must be a date like 2026-12-31';

export const upgradeQuery = z.object({
  team_id: createQueryIdSchema('The id of the subscriber to upgrade.'),
  selectedPlan,
  /** The last day of the upgrade (in UTC), or the moment at which it ends. Empty: it has no end. */
  expires_on: z
    .union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })], { error: NO_DATE })
    .refine((value) => value === '' || isStorable(value), NO_DATE)
    .optional()
    .describe(
      'The last day of the upgrade (UTC), or the moment at which it ends. If absent, the upgrade has no end.',
    ),
});

const convertQuery = z.object({
  team_id: createQueryIdSchema('The id of the subscriber to return to the free plan.'),
});

export const PAYS = 'This subscriber pays for its plan. Change that plan, or stop the subscription first.';
export const PAID_NOT_CONVERTED =
  'A paid subscription gives this plan, so nothing was stopped. Reload the page, and look at the subscription first.';

export const subscriptionCalls = defineCalls(() => ({
  history: defineCall({
    name: 'listSubscriptionHistory',
    method: 'GET',
    path: '/listPaged/subscription_history',
    bases: CONSOLE_BASES,
    permission: 'subscription.read',
    query: historyQuery,
    response: historyResponse,
    subject: 'subscription_history',
    summary: 'The history of a subscriber’s plan, and who changed it',
    example: {
      query: { ...EXAMPLE_PAGE, my: 'yes' },
      response: {
        ok: true,
        items: [
          {
            id: 1,
            team_id: 1,
            changed_on: EXAMPLE_TIME,
            descr: 'The upgrade was stopped: back on the free plan.',
            actor_role: 'admin',
          },
        ],
        pagination: EXAMPLE_PAGINATION,
      },
    },
  }),
  get: defineCall({
    name: 'getSubscription',
    method: 'GET',
    path: '/getSubData',
    bases: CONSOLE_BASES,
    permission: 'subscription.read',
    query: subDataQuery,
    response: subDataResponse,
    subject: 'subscription',
    summary: 'The payment provider’s data of a subscription',
    example: {
      query: { sub_id: 'sub_1' },
      response: {
        ok: true,
        data: {
          id: 'sub_1',
          created: EXAMPLE_TIME,
          current_period_start: EXAMPLE_TIME,
          current_period_end: '2026-12-21T08:14:07.000Z',
          cancel_at_period_end: false,
          trial_end: null,
        },
      },
    },
  }),
  upgrade: defineCall({
    name: 'upgradeByAdmin',
    method: 'GET',
    path: '/upgradeByAdmin',
    bases: CONSOLE_BASES,
    permission: 'subscription.upgrade',
    query: upgradeQuery,
    response: doneResponse,
    errors: { 409: { description: 'The subscriber pays for its plan.', msg: PAYS, field: 'team_id' } },
    changes: true,
    subject: 'team',
    summary: 'Upgrade a subscriber manually',
    description:
      '`selectedPlan` is the provider’s plan id and the number of users, joined with a bar. With `expires_on` the upgrade automatically falls back to the free plan after that day.',
    example: {
      query: { team_id: '1', selectedPlan: 'plan_25_monthly|25', expires_on: '2099-12-31' },
      response: { ok: true, msg: TEXTS.updated },
    },
  }),
  convertToFree: defineCall({
    name: 'convertToFree',
    method: 'GET',
    path: '/convertToFree',
    bases: CONSOLE_BASES,
    permission: 'subscription.convert',
    query: convertQuery,
    response: doneResponse,
    errors: {
      409: {
        description: 'The subscriber is on the free plan already, or a paid subscription gives its plan.',
        msg: 'This subscriber is already on the free plan.',
        field: 'team_id',
      },
    },
    changes: true,
    subject: 'team',
    summary: 'Stop an upgrade: the subscriber returns to the free plan',
    description:
      'Ends a paid plan without a subscription too. Rejected (409) for a subscriber on the free plan, and for one with a paid subscription, which only `/stop/subscription` stops.',
    example: { query: { team_id: '1' }, response: { ok: true, msg: TEXTS.updated } },
  }),
}));

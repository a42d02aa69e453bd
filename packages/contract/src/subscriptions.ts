import { z } from 'zod';
import { isStorable, moment, optionalText, queryId } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** A subscriber's plan: its history, what the payment provider says, and what an administrator may change. */

export const historyList = {
  sort: ['id', 'changed_on'],
  defaultOrder: 'desc',
  filters: { id: queryId, team_id: queryId },
  filterIns: {},
} as const satisfies ListSpec;
export const historyQuery = listQuery(historyList);

export const historyEntry = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  changed_on: moment,
  descr: z.string(),
  actor_role: z.string().describe('Who changed it: admin, team, or system for what happened by itself.'),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
export const historyResponse = listResponse(historyEntry);

export const subDataQuery = z.object({
  sub_id: optionalText(200).min(1, 'is required').describe('The `subscription_id` of a subscriber.'),
});

export const subscription = z.object({
  id: z.string(),
  created: moment,
  current_period_start: moment,
  current_period_end: moment,
  cancel_at_period_end: z.boolean(),
  trial_end: moment.nullable(),
});
export type Subscription = z.infer<typeof subscription>;
export const subDataResponse = z.object({ ok: z.literal(true), data: subscription });

const NO_DATE = 'must be a date like 2026-12-31';

export const upgradeQuery = z.object({
  team_id: queryId,
  selectedPlan: optionalText(120)
    .regex(
      /^[^|]{1,100}\|\d{1,9}$/,
      'must be a plan id and a number of users joined with a bar, like plan_123|10',
    )
    .describe('A plan’s `plan_stripe_id` and `max_users`, joined with a bar, like plan_123|10.'),
  /** The last day of the upgrade (in UTC), or the moment at which it ends. Empty: it does not end by itself. */
  expires_on: z
    .union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })], { error: NO_DATE })
    .refine((value) => value === '' || isStorable(value), NO_DATE)
    .optional()
    .describe(
      'The last day of the upgrade (UTC), or the moment at which it ends. Without it, it does not end by itself.',
    ),
});

export const convertQuery = z.object({ team_id: queryId });

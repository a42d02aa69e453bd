import { z } from 'zod';
import { EXAMPLE_LATER_TIME, EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalog.ts';
import { CHANNELS } from './channels/channels.ts';
import { zone } from './exports.ts';
import { queryTimestamp, timestamp } from './fields.ts';
import { MAX_NEW_COUNTED } from './overview-limits.ts';
import { PROBLEM_LEVELS } from './reach-levels.ts';

/** The state of the platform for administrators, in one call. */

const overviewQuery = z.object({ zone });

const total = z.number().int();

const dayCounts = z.object({
  /** `2026-11-21` */
  day: z.string(),
  counts: z.array(z.object({ kind: z.enum(SUBMISSION_KINDS), item_id: z.number().int(), total })),
});
export type DayCounts = z.infer<typeof dayCounts>;

const waiting = z.object({
  total,
  /** The oldest waiting message. */
  oldest: z.object({ id: z.number().int(), team_id: z.number().int(), created_at: timestamp }).nullable(),
});
export type Waiting = z.infer<typeof waiting>;

const faultCount = z.object({
  channel: z.enum(CHANNELS),
  /** A code of `faults.ts`. */
  fault: z.string(),
  total,
  last_at: timestamp,
});
export type FaultCount = z.infer<typeof faultCount>;

const reachabilityProblems = z.object({
  team_id: z.number().int(),
  account_name: z.string(),
  /** Without items that are green or switched off. */
  items: z.array(
    z.object({ kind: z.enum(SUBMISSION_KINDS), id: z.number().int(), level: z.enum(PROBLEM_LEVELS) }),
  ),
});
export type ReachabilityProblems = z.infer<typeof reachabilityProblems>;

/** The number of subscribers by reachability level, without blocked ones. */
const reach = z.object({
  /** Subscribers with a button or form that would notify no one. */
  red: total,
  /** Other subscribers, with a button or form that would not notify everyone. */
  amber: total,
  /** Subscribers whose snapshot is outdated and will be computed again. */
  waiting: total,
  /** The most serious first; at most `MAX_WORST_SHOWN`. */
  worst: z.array(reachabilityProblems),
  /** The channels that are not configured on this server. */
  not_configured: z.array(z.enum(CHANNELS)),
});

const limitedSubscriber = z.object({
  team_id: z.number().int(),
  account_name: z.string(),
  /** Messages held by a limit that can still be released. */
  held: total,
});
export type LimitedSubscriber = z.infer<typeof limitedSubscriber>;

export const overview = z.object({
  /** Oldest first; a day without submissions has no counts. */
  days: z.array(dayCounts),
  /** Messages planned in the last 24 hours, by state. Test messages are not counted, here and below. */
  messages: z.object({
    since: timestamp.describe('24 hours ago, to the minute.'),
    sent: total,
    failed: total,
    held: total,
  }),
  /** Without drills. `oldest`: of those that are open. */
  incidents: z.object({
    open: total,
    unacknowledged: total.describe('Open incidents that no one has acknowledged.'),
    oldest: z.object({ id: z.number().int(), opened_at: timestamp }).nullable(),
  }),
  /** The current number, regardless of when the messages were planned. */
  undelivered: waiting,
  held: waiting,
  reach,
  /** Subscribers with messages held by a limit; at most `MAX_LIMITED_SHOWN`. */
  limited: z.array(limitedSubscriber),
  subscribers: z.object({ total, new_day: total, new_month: total, blocked: total }),
  /** Faults of the last 24 hours, the most frequent first. */
  faults: z.array(faultCount),
});
export type Overview = z.infer<typeof overview>;
const overviewResponse = z.object({ ok: z.literal(true), data: overview });

export const newItemsQuery = z.object({
  subscribers_since: queryTimestamp
    .optional()
    .describe('When the caller last saw the subscribers; without it, none is new.'),
  messages_since: queryTimestamp
    .optional()
    .describe('When the caller last saw the messages; without it, none is new.'),
});
export type NewItemsQuery = z.infer<typeof newItemsQuery>;

export const newItems = z.object({
  at: timestamp.describe('The server’s time of these counts, for the next call.'),
  subscribers: total.describe('Subscribers that signed up or were added since then.'),
  messages: total.describe('Messages that failed, or were held, since then. Tests are not counted.'),
});
export type NewItems = z.infer<typeof newItems>;

const NOTHING_WAITS = { total: 0, oldest: null };

export const overviewCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getOverview',
    method: 'GET',
    path: '/overview',
    bases: ['/api/v1'],
    permission: 'overview.read',
    query: overviewQuery,
    response: overviewResponse,
    summary: 'The overview: the platform at a glance',
    description:
      'Submissions in the last 30 days by day of `zone` and item; messages and faults of the last 24 hours; what waits (counted up to 10,000); subscribers.',
    example: {
      query: { zone: 'Europe/Berlin' },
      response: {
        ok: true,
        data: {
          days: [{ day: '2026-11-21', counts: [{ kind: 'button', item_id: 5, total: 3 }] }],
          messages: { since: EXAMPLE_TIME, sent: 240, failed: 2, held: 1 },
          incidents: { open: 1, unacknowledged: 1, oldest: { id: 7, opened_at: EXAMPLE_TIME } },
          undelivered: NOTHING_WAITS,
          held: { total: 1, oldest: { id: 12, team_id: 1, created_at: EXAMPLE_TIME } },
          reach: {
            red: 1,
            amber: 0,
            waiting: 0,
            worst: [
              {
                team_id: 1,
                account_name: 'Ridgeline Construction',
                items: [{ kind: 'button', id: 5, level: 'red' }],
              },
            ],
            not_configured: ['sms'],
          },
          limited: [{ team_id: 1, account_name: 'Ridgeline Construction', held: 1 }],
          subscribers: { total: 5, new_day: 0, new_month: 2, blocked: 1 },
          faults: [{ channel: 'email', fault: 'mail-busy', total: 2, last_at: EXAMPLE_TIME }],
        },
      },
    },
  }),
  countNew: defineCall({
    name: 'countNewItems',
    method: 'GET',
    path: '/newItems',
    bases: ['/api/v1'],
    permission: 'overview.read',
    query: newItemsQuery,
    response: z.object({ ok: z.literal(true), data: newItems }),
    summary: 'How many items are new for an administrator',
    description: `Each number is at most ${MAX_NEW_COUNTED}. The server does not store what was seen.`,
    example: {
      query: { subscribers_since: EXAMPLE_TIME, messages_since: EXAMPLE_TIME },
      response: { ok: true, data: { at: EXAMPLE_LATER_TIME, subscribers: 2, messages: 5 } },
    },
  }),
}));

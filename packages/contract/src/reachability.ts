import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { EXAMPLE_TIME } from './call-parts.ts';
import { defineCall, defineCalls } from './call.ts';
import { SUBMISSION_KINDS } from './catalog.ts';
import { CHANNELS } from './channels/channels.ts';
import { createQueryIdSchema, timestamp } from './fields.ts';
import { REACH_LEVELS } from './reach-levels.ts';

/** Who would be notified of a submission now: one result for each button and form. */

export const REACH_REASONS = [
  /** The subscriber has switched the button off. */
  'switched-off',
  /** No one except the user would be notified. */
  'nobody',
  'only-one',
  /** The notification plan skips a recipient: no address, an invalid one, or no text. */
  'skipped',
  /** A number has replied STOP. */
  'stopped',
  /** The last message to an address failed because of the address. */
  'bounced',
  /** A channel is not configured on this server. */
  'not-configured',
  /** Messages to external recipients would be held by a limit. */
  'limited',
  'bad-variable',
  /** Some app users would not get their own message. */
  'user-unreachable',
] as const;
export type ReachReason = (typeof REACH_REASONS)[number];

/** `text`: one sentence for people. The most serious reason comes first. */
const itemReachability = z.object({
  kind: z.enum(SUBMISSION_KINDS),
  id: z.number().int(),
  level: z.enum(REACH_LEVELS),
  reasons: z.array(
    z.object({
      kind: z.enum(REACH_REASONS),
      text: z.string(),
      address: z.string().optional().describe('The recipient, if it has replied STOP or bounced.'),
      channel: z.enum(CHANNELS).optional().describe('The channel, if it is not configured.'),
    }),
  ),
});
export type ItemReachability = z.infer<typeof itemReachability>;

const shownItem = itemReachability.extend({
  last_drilled_at: timestamp
    .nullable()
    .optional()
    .describe('When the button was last drilled; null: never. Forms have no drills.'),
});

/** `team_id`: for an administrator; a subscriber always gets its own result. */
const reachabilityQuery = z.object({
  team_id: createQueryIdSchema(
    'The id of the subscriber: required for an administrator; a subscriber may send its own id.',
  ).optional(),
});
export const reachabilityResponse = z.object({
  ok: z.literal(true),
  data: z.object({ items: z.array(shownItem) }),
});
export type ReachabilityData = z.infer<typeof reachabilityResponse>['data'];

export const reachabilityCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getReachability',
    method: 'GET',
    path: '/reachability',
    bases: CONSOLE_BASES,
    permission: 'reachability.read',
    query: reachabilityQuery,
    response: reachabilityResponse,
    summary: 'Who would be notified if a button or form were submitted now',
    description:
      'Checked for each button and form, using the same rules as a real submission: `green`, `amber` (not all would be notified), `red` (no one but the user would be) or `off`, with the reasons. A subscriber receives its own; an administrator names the subscriber.',
    example: {
      query: { team_id: '1' },
      response: {
        ok: true,
        data: {
          items: [
            {
              kind: 'button',
              id: 5,
              level: 'amber',
              reasons: [{ kind: 'only-one', text: 'Only one person would be notified.' }],
              last_drilled_at: EXAMPLE_TIME,
            },
          ],
        },
      },
    },
  }),
}));

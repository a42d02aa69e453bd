import { z } from 'zod';
import { perChannel, perOwnLimit } from './channels/channels.ts';
import { done } from './errors.ts';
import { callBody, id, moment, queryId } from './fields.ts';
import { HIGHEST_DAILY_LIMIT } from './sending-allowances.ts';

/** How much a subscriber may send to external recipients today (UTC), and what is held because of that. */

/** `team_id`: for an administrator; a subscriber always reads its own. */
export const sendingLimitsQuery = z.object({ team_id: queryId.optional() });

const count = z.number().int();

const channelLimit = z.object({
  kind: z
    .enum(['messages', 'recipients'])
    .describe(
      'What `limit` and `used` count. messages: to external recipients. recipients: different external recipients, while the email address is not confirmed.',
    ),
  limit: count.describe('In force today.'),
  own_limit: count
    .nullable()
    .describe('Messages a day, set for this subscriber by an administrator; null: the limit of its plan.'),
  used: count.describe('Today.'),
  held: count.describe('Messages held by a limit that can still be released.'),
});
export type ChannelLimit = z.infer<typeof channelLimit>;

export const sendingLimitsAnswer = z.object({
  ok: z.literal(true),
  data: z.object({
    is_confirmed: z.boolean().describe('The subscriber has confirmed its email address.'),
    ...perChannel(() => channelLimit),
    day_ends_at: moment,
  }),
});
export type SendingLimits = z.infer<typeof sendingLimitsAnswer>['data'];

const LIMIT_RANGE = `must be a whole number from 0 to ${HIGHEST_DAILY_LIMIT}, or null`;
const ownLimit = z
  .number({ error: ({ input }) => (input === undefined ? 'is required' : LIMIT_RANGE) })
  .int(LIMIT_RANGE)
  .min(0, LIMIT_RANGE)
  .max(HIGHEST_DAILY_LIMIT, LIMIT_RANGE)
  .nullable()
  .describe('Messages a day to external recipients; 0: none; null: the limit of its plan.');

export const updateSendingLimits = callBody({
  team_id: id,
  data: z.strictObject(perOwnLimit(() => ownLimit)),
});

/** Sends what a limit holds of a subscriber, in one action. */
export const releaseDeliveries = callBody({ team_id: id });
export const releaseAnswer = done.extend({ data: z.object({ released: count }) });

import { z } from 'zod';
import { CONSOLE_BASES } from './bases.ts';
import { defineCall, defineCalls } from './call.ts';
import { perChannel, perOwnLimit } from './channels/channels.ts';
import { doneResponse } from './errors.ts';
import { callBody, createIdSchema, timestamp, createQueryIdSchema } from './fields.ts';
import { HIGHEST_DAILY_LIMIT } from './sending-allowances.ts';
import { TEXTS } from './texts.ts';

/** How much a subscriber may send to external recipients today (UTC), and what is held because of that. */

/** `team_id`: for an administrator; a subscriber always reads its own. */
const sendingLimitsQuery = z.object({
  team_id: createQueryIdSchema(
    'The id of the subscriber: required for an administrator; a subscriber may send its own id.',
  ).optional(),
});

const count = z.number().int();

const channelLimit = z.object({
  kind: z
    .enum(['messages', 'recipients'])
    .describe(
      'What `limit` and `used` count. messages: to external recipients. recipients: different external recipients, while the email address is not confirmed.',
    ),
  limit: count.describe('The limit today.'),
  own_limit: count
    .nullable()
    .describe('Messages a day, set for this subscriber by an administrator; null: the limit of its plan.'),
  used: count.describe('Messages counted today.'),
  held: count.describe('Messages held by a limit that can still be released.'),
});
export type ChannelLimit = z.infer<typeof channelLimit>;

export const sendingLimitsResponse = z.object({
  ok: z.literal(true),
  data: z.object({
    is_confirmed: z
      .boolean()
      .describe('The subscriber has confirmed its email address, or had before an administrator changed it.'),
    ...perChannel(() => channelLimit),
    day_ends_at: timestamp,
  }),
});
export type SendingLimits = z.infer<typeof sendingLimitsResponse>['data'];

const LIMIT_RANGE = `must be a whole number from 0 to ${HIGHEST_DAILY_LIMIT}, or null`;
const ownLimit = z
  .number({ error: ({ input }) => (input === undefined ? 'is required' : LIMIT_RANGE) })
  .int(LIMIT_RANGE)
  .min(0, LIMIT_RANGE)
  .max(HIGHEST_DAILY_LIMIT, LIMIT_RANGE)
  .nullable()
  .describe('Messages a day to external recipients; 0: none; null: the limit of its plan.');

export const updateSendingLimitsBody = callBody({
  team_id: createIdSchema('the subscriber whose limits are set'),
  data: z.strictObject(perOwnLimit(() => ownLimit)),
});

/** Sends all messages of a subscriber that are held by a limit. */
const releaseDeliveriesBody = callBody({
  team_id: createIdSchema('the subscriber whose messages are released'),
});
const releaseResponse = doneResponse.extend({ data: z.object({ released: count }) });

const LIMIT = { kind: 'messages' as const, limit: 2000, own_limit: null, used: 240, held: 0 };

export const sendingLimitCalls = defineCalls(() => ({
  get: defineCall({
    name: 'getSendingLimits',
    method: 'GET',
    path: '/sendingLimits',
    bases: CONSOLE_BASES,
    permission: 'sending_limit.read',
    query: sendingLimitsQuery,
    response: sendingLimitsResponse,
    summary: 'How much a subscriber may send to external recipients today',
    description:
      'External: not an address of the subscriber, of its app users or of the platform. Messages over the limit are `held`. Emergencies to recipients who were reached before are never held. An administrator names the subscriber.',
    example: {
      query: { team_id: '1' },
      response: {
        ok: true,
        data: { is_confirmed: true, ...perChannel(() => LIMIT), day_ends_at: '2026-11-22T00:00:00.000Z' },
      },
    },
  }),
  update: defineCall({
    name: 'updateSendingLimits',
    method: 'POST',
    path: '/update/sendingLimits',
    bases: ['/api/v1'],
    permission: 'sending_limit.update',
    body: updateSendingLimitsBody,
    response: doneResponse,
    subject: 'team',
    summary: 'Set a subscriber’s own daily limits',
    description:
      'Messages a day to external recipients; 0: none; null: the limit of its plan. Messages held by a limit are sent as far as the new one allows.',
    example: {
      body: { team_id: 1, data: { daily_email_limit: 5000, daily_sms_limit: null } },
      response: { ok: true, msg: TEXTS.updated },
    },
  }),
  release: defineCall({
    name: 'releaseDeliveries',
    method: 'POST',
    path: '/release/delivery',
    bases: ['/api/v1'],
    permission: 'delivery.release',
    body: releaseDeliveriesBody,
    response: releaseResponse,
    subject: 'delivery',
    summary: 'Send a subscriber’s messages that are held by a limit',
    description: 'Sends all messages that are still within their retry window. Older ones stay held.',
    example: {
      body: { team_id: 1 },
      response: { ok: true, msg: '3 messages released.', data: { released: 3 } },
    },
  }),
}));

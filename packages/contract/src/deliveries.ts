import { z } from 'zod';
import { callBody, id, moment, queryId, queryMoment } from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** The delivery log: one message to one address, and what became of it. */

export const MESSAGE_STATES = [
  /** Waits for its next attempt. */
  'pending',
  /** A worker holds it. */
  'sending',
  /** The provider has taken it. */
  'sent',
  /** Given up; no further attempt by itself. */
  'failed',
  /** Its channel was not configured; goes only when a person says so. */
  'held',
  /** Was never to be sent; `reason` says why. */
  'skipped',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Nothing changes these but a person. */
export const FINAL_STATES = ['sent', 'failed', 'held', 'skipped'] as const satisfies MessageState[];

/** What a person may put on its way again. */
export const RESENDABLE_STATES = ['failed', 'held'] as const satisfies MessageState[];

/**
 * How one attempt ended. `lost`: the process that made it vanished, so whether it arrived is unknown. `delivered` and
 * `undelivered` are no attempts, but what the provider said later about one; `held` is none either: there was no means
 * to make one any more.
 */
export const ATTEMPT_OUTCOMES = [
  'sent',
  'temporary',
  'permanent',
  'skipped',
  'held',
  'lost',
  'delivered',
  'undelivered',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const CHANNELS = ['email', 'sms'] as const;
/** What a message is for that does not tell of a submission. `alarm`: it says that nobody was told of one. */
const PURPOSES = ['test', 'alarm'] as const;
export type MessagePurpose = (typeof PURPOSES)[number];
/** `admin`: an administrator of the platform, who is told only that nobody was; whose address is for administrators. */
const ROLES = ['team', 'user', 'consultancy', 'admin'] as const;
export type DeliveryRole = (typeof ROLES)[number];

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** Characters of a text in a list of many messages. */
export const LISTED_BODY_LENGTH = 2_000;

export const deliveryList = {
  sort: ['created_at', 'id'],
  defaultOrder: 'desc',
  filters: {
    id: queryId,
    team_id: queryId,
    state: oneOf(MESSAGE_STATES).describe('The state of the message.'),
    channel: oneOf(CHANNELS).describe('The channel of the message.'),
    button_id: queryId,
    f_id: queryId,
    button_click_id: queryId,
    form_submission_id: queryId,
    from: queryMoment,
    to: queryMoment,
  },
  filterIns: {},
} as const satisfies ListSpec;
export const deliveriesQuery = listQuery(deliveryList);

/** One try: when it began, how many milliseconds it took, and what the provider said. */
export const deliveryAttempt = z.object({
  at: moment,
  ms: z.number().int(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  detail: z.string(),
  /** Why it failed: a word of `faults.ts`, or null where it did not fail or nobody kept the word. */
  fault: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

const NO_TRIES: readonly AttemptOutcome[] = ['held', 'delivered', 'undelivered'];

/** How often a message was tried; null where nobody knows any more. What the provider said later is no try. */
export function triesOf({
  attempts,
  purged_at,
}: Pick<Delivery, 'purged_at'> & { attempts: readonly Pick<DeliveryAttempt, 'outcome'>[] }): number | null {
  if (purged_at !== null) return null;
  return attempts.filter(({ outcome }) => !NO_TRIES.includes(outcome)).length;
}

export const delivery = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  /** Null for what tells of a submission. */
  purpose: z.enum(PURPOSES).nullable(),
  /** What was submitted; both null once it is deleted, and of a test. */
  button_click_id: z.number().int().nullable(),
  form_submission_id: z.number().int().nullable(),
  /** Of which button or form it was. */
  button_id: z.number().int().nullable(),
  f_id: z.number().int().nullable(),
  channel: z.enum(CHANNELS),
  role: z.enum(ROLES),
  address: z.string(),
  state: z.enum(MESSAGE_STATES),
  /** Why it is held, skipped or failed, or what its last attempt met. */
  reason: z.string().nullable(),
  subject: z.string().nullable(),
  body: z
    .string()
    .describe(
      `Its text. Of a list that is not of one message or one submission, the first ${LISTED_BODY_LENGTH} characters.`,
    ),
  created_at: moment,
  /** When the provider took it. */
  sent_at: moment.nullable(),
  /** When the provider said that it had arrived; only SMS say so. */
  delivered_at: moment.nullable(),
  /** When its text and attempts were deleted because of their age. */
  purged_at: moment.nullable(),
  /** When it is tried again; null where it isn't by itself. */
  next_attempt_at: moment.nullable(),
  /** In their order. */
  attempts: z.array(deliveryAttempt),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveriesResponse = listResponse(delivery);

export const resendDelivery = callBody({ id });

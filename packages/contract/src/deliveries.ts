import { z } from 'zod';
import { CHANNELS } from './channels/channels.ts';
import {
  callBody,
  createIdSchema,
  timestamp,
  queryFrom,
  createQueryIdSchema,
  querySearch,
  queryTo,
} from './fields.ts';
import { listResponse, listQuery, type ListSpec } from './paging.ts';

/** The delivery log: one message to one address, and its delivery status. */

export const MESSAGE_STATES = [
  /** Waits for its next attempt. */
  'pending',
  /** A worker has claimed it. */
  'sending',
  /** The provider has accepted it. */
  'sent',
  /** Given up; no further automatic attempt. */
  'failed',
  /** Its channel is not configured, or a limit is reached; it is sent only after it is released. */
  'held',
  /** Will not be sent; `reason` has the reason. */
  'skipped',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Only a person can change these states. */
export const FINAL_STATES = ['sent', 'failed', 'held', 'skipped'] as const satisfies MessageState[];

/** States in which a person may send a message again. */
export const RESENDABLE_STATES = ['failed', 'held'] as const satisfies MessageState[];

/**
 * The outcome of one attempt. `lost`: its process crashed, so whether it arrived is unknown. `delivered` and
 * `undelivered` are no attempts, but receipts of the provider; `held` is none either: its channel was no longer
 * configured.
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

/**
 * The purpose of a message that is not one of the notification plan. `alarm`: a submission notified no one; `escalation`:
 * a later step of an incident's escalation; `update`: news about an incident.
 */
const PURPOSES = ['test', 'alarm', 'escalation', 'update'] as const;
export type MessagePurpose = (typeof PURPOSES)[number];
/** `admin`: an administrator of the platform, who gets alarms only; the address is shown to administrators only. */
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
    id: createQueryIdSchema('Only the message with this id.'),
    team_id: createQueryIdSchema('Only messages of the subscriber with this id.'),
    state: oneOf(MESSAGE_STATES).describe('Only messages in this state.'),
    channel: oneOf(CHANNELS).describe('Only messages of this channel.'),
    button_id: createQueryIdSchema('Only messages about presses of the button with this id.'),
    f_id: createQueryIdSchema('Only messages about submissions of the form with this id.'),
    button_click_id: createQueryIdSchema('Only messages about the press with this id.'),
    form_submission_id: createQueryIdSchema('Only messages about the form submission with this id.'),
    search: querySearch(
      'Only messages with this text in the address, the subject, or the start of a text without a subject; or with this id, or about the submission with this id.',
    ),
    from: queryFrom,
    to: queryTo,
  },
  filterIns: { id: createQueryIdSchema('Only the messages with these ids') },
} as const satisfies ListSpec;
export const deliveriesQuery = listQuery(deliveryList);

/** One attempt: when it started, its duration in milliseconds, and what the provider replied. */
export const deliveryAttempt = z.object({
  at: timestamp,
  ms: z.number().int(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  detail: z.string(),
  /** Why it failed: a code of `faults.ts`; null if it did not fail or the code is unknown. */
  fault: z.string().nullable(),
  provider_text: z
    .string()
    .nullable()
    .describe(
      'The part of `detail` that the provider or the connection reported, without the sentence of the fault; null where there is none.',
    ),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

const NO_ATTEMPTS: readonly AttemptOutcome[] = ['held', 'delivered', 'undelivered'];

/** The number of attempts of a message; null if they were deleted. Receipts do not count. */
export function countAttempts({
  attempts,
  purged_at,
}: Pick<Delivery, 'purged_at'> & { attempts: readonly Pick<DeliveryAttempt, 'outcome'>[] }): number | null {
  if (purged_at !== null) return null;
  return attempts.filter(({ outcome }) => !NO_ATTEMPTS.includes(outcome)).length;
}

export const delivery = z.object({
  id: z.number().int(),
  team_id: z.number().int(),
  account_name: z.string().optional().describe('For administrators: the name of the subscriber.'),
  /** Null for messages about a submission. */
  purpose: z.enum(PURPOSES).nullable(),
  /** The submission; both are null after it is deleted, and for a test message. */
  button_click_id: z.number().int().nullable(),
  form_submission_id: z.number().int().nullable(),
  /** The button or form of the submission. */
  button_id: z.number().int().nullable(),
  f_id: z.number().int().nullable(),
  channel: z.enum(CHANNELS),
  role: z.enum(ROLES),
  address: z.string(),
  state: z.enum(MESSAGE_STATES),
  /** Why it is held, skipped or failed, or the fault of its last attempt. */
  reason: z.string().nullable(),
  reason_fault: z
    .string()
    .nullable()
    .describe(
      'The fault in `reason`, a code like those of the attempts; null where the reason is not a fault.',
    ),
  given_up_after: z
    .number()
    .nullable()
    .describe('Hours after which it was given up; null if the fault was permanent.'),
  subject: z.string().nullable(),
  body: z
    .string()
    .describe(
      `Its text. Of a list that is not of one message or one submission, the first ${LISTED_BODY_LENGTH} characters.`,
    ),
  created_at: timestamp,
  /** When the provider accepted it. */
  sent_at: timestamp.nullable(),
  /** When the provider reported that it had arrived; only channels with receipts do. */
  delivered_at: timestamp.nullable(),
  /** When its text and attempts were deleted because of their age. */
  purged_at: timestamp.nullable(),
  /** When the next attempt is due; null for none. */
  next_attempt_at: timestamp.nullable(),
  not_resendable: z
    .string()
    .nullable()
    .describe(
      'Why a failed or held message cannot be sent again: its channel is not configured, or its text was deleted. Null if it can, and in all other states.',
    ),
  /** In chronological order. */
  attempts: z.array(deliveryAttempt),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveriesResponse = listResponse(delivery);

export const resendDeliveryBody = callBody({ id: createIdSchema('the message') });

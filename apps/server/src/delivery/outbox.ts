import type { Channel, PlannedMessage } from '@callpoint/alerts/messages';
import type { SubmissionKind } from '@callpoint/contract/catalogue';
import { insertMany } from '../db/insert-many.ts';
import type { Database, Db, NewRow } from '../db/tables.ts';
import { laneOf } from './lane.ts';
import { messageKey } from './message-key.ts';

/** Which channels can send; the messages of the others are held. */
export type ConfiguredChannels = Readonly<Record<Channel, boolean>>;

export type SubmissionMessages = {
  teamId: number;
  kind: SubmissionKind;
  /** The button's or form's id. */
  itemId: number;
  submissionId: number;
  /** Goes before everything else. */
  emergency: boolean;
  messages: readonly PlannedMessage[];
};

export const NOT_CONFIGURED: Readonly<Record<Channel, string>> = {
  email: 'E-mail is not configured on this server.',
  sms: 'SMS is not configured on this server.',
};

/**
 * Puts planned messages into the outbox, in the caller's transaction. `now` is the moment at which the submissions
 * were stored: it is part of what makes a message itself. One that is there already stays as it is.
 */
export async function addMessages(
  tx: Db,
  channels: ConfiguredChannels,
  batch: readonly SubmissionMessages[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const rows = batch.flatMap((submission) =>
    submission.messages.map((message) => rowOf(submission, message, channels, at)),
  );
  await insertMessages(tx, rows);
}

type MessageRow = Omit<NewRow<'delivery'>, 'id' | 'provider_id' | 'delivered_at' | 'purged_at'>;

function rowOf(
  { teamId, kind, itemId, submissionId, emergency }: SubmissionMessages,
  { channel, role, address, subject, text, html, skipped }: PlannedMessage,
  channels: ConfiguredChannels,
  at: string,
): MessageRow {
  const state = skipped !== null ? 'skipped' : channels[channel] ? 'pending' : 'held';
  return {
    team_id: teamId,
    button_click_id: kind === 'button' ? submissionId : null,
    form_submission_id: kind === 'form' ? submissionId : null,
    button_id: kind === 'button' ? itemId : null,
    f_id: kind === 'form' ? itemId : null,
    channel,
    role,
    address,
    subject,
    body: text,
    html,
    message_key: messageKey({ kind, submissionId, createdAt: at, channel, role, address }),
    priority: emergency ? 0 : 1,
    state,
    reason: skipped ?? (state === 'held' ? NOT_CONFIGURED[channel] : null),
    attempts: 0,
    fence: 0,
    next_attempt_at: state === 'pending' ? at : null,
    lease_until: null,
    created_at: at,
    sent_at: null,
    lane: laneOf(channel, address),
  };
}

const COLUMNS = [
  'team_id',
  'button_click_id',
  'form_submission_id',
  'button_id',
  'f_id',
  'channel',
  'role',
  'address',
  'subject',
  'body',
  'html',
  'message_key',
  'priority',
  'state',
  'reason',
  'attempts',
  'fence',
  'next_attempt_at',
  'lease_until',
  'created_at',
  'sent_at',
  'lane',
] as const satisfies (keyof Database['delivery'])[];

const insertMessages = insertMany<MessageRow>(COLUMNS, (db, rows) =>
  db
    .insertInto('delivery')
    .values(rows)
    .onConflict((conflict) => conflict.column('message_key').doNothing()),
);

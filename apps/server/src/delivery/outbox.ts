import type { Channel, PlannedMessage } from '@callpoint/alerts/messages';
import type { SubmissionKind } from '@callpoint/contract/catalogue';
import { prepared } from '../db/prepared.ts';
import type { Database, Db, NewRow } from '../db/tables.ts';
import { messageKey } from './message-key.ts';

/** Which channels can send; the messages of the others are held. */
export type ConfiguredChannels = Readonly<Record<Channel, boolean>>;

export type SubmissionMessages = {
  teamId: number;
  kind: SubmissionKind;
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
  let from = 0;
  for (const { size, insert } of INSERTS) {
    for (; rows.length - from >= size; from += size) await insert(tx, rows.slice(from, from + size));
  }
}

type MessageRow = Omit<NewRow<'delivery'>, 'id'>;

function rowOf(
  { teamId, kind, submissionId, emergency }: SubmissionMessages,
  { channel, role, address, subject, text, html, skipped }: PlannedMessage,
  channels: ConfiguredChannels,
  at: string,
): MessageRow {
  const state = skipped !== null ? 'skipped' : channels[channel] ? 'pending' : 'held';
  return {
    team_id: teamId,
    button_click_id: kind === 'button' ? submissionId : null,
    form_submission_id: kind === 'form' ? submissionId : null,
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
  };
}

// In a transaction a row costs SQLite the same alone or with others, but PostgreSQL a round trip for each statement:
// rows go in chunks of a few fixed sizes, each compiled once.
const INSERTS = [16, 4, 1].map((size) => ({ size, insert: insertOf(size) }));

function insertOf(size: number) {
  // Values go by their place, not by name: names for each cell of each row would cost more than the insert itself.
  const insert = prepared<Record<string, unknown>, never>((db, param) => {
    const at = (row: number) =>
      Object.fromEntries(
        COLUMNS.map((column, place) => [column, param(String(row * COLUMNS.length + place))]),
      ) as MessageRow;
    return db
      .insertInto('delivery')
      .values(Array.from({ length: size }, (_, row) => at(row)))
      .onConflict((conflict) => conflict.column('message_key').doNothing());
  });
  return (tx: Db, rows: readonly MessageRow[]) =>
    insert(
      tx,
      rows.flatMap((row) => COLUMNS.map((column) => row[column])) as unknown as Record<string, unknown>,
    );
}

const COLUMNS = [
  'team_id',
  'button_click_id',
  'form_submission_id',
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
] as const satisfies (keyof Database['delivery'])[];

import { randomInt } from 'node:crypto';
import type { ReachedLimit } from '@callpoint/alerts/plan/allowance';
import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import type { Item, SubmissionKind } from '@callpoint/contract/catalog';
import type { DeliveryRole, MessagePurpose } from '@callpoint/contract/deliveries';
import { insertMany } from '../../db/queries/insert-many.ts';
import { rawDb, type Handle } from '../../db/handles/handle.ts';
import type { NewRow } from '../../db/rows.ts';
import type { Database, Db } from '../../db/tables.ts';
import { applyLimits, type AccountAddresses } from '../../sending-limits/apply-limits.ts';
import { messageKey, type MessageIdentity } from '../channels/message-key.ts';
import { insertTexts, insertTextsFirst, textId } from './message-text.ts';
import type { ConfiguredChannels, MessageText } from '../channels/channel.ts';
import { laneOf } from '../channels/channels.ts';
import { reasonColumns, type MessageReason } from '../channels/message-reason.ts';

/** A planned message, or an alarm email to an administrator. */
export type OutboxMessage = Omit<PlannedMessage, 'role'> & { role: DeliveryRole };

export type SubmissionMessages = {
  teamId: number;
  kind: SubmissionKind;
  /** The button's or form's id. */
  itemId: number;
  submissionId: number;
  /** The submission was deleted: its messages do not refer to it. */
  isDeleted?: boolean;
  /** Sent before all other messages. */
  emergency: boolean;
  /** Undefined for the planned messages of the submission. */
  purpose?: MessagePurpose;
  /** The line at the start of its messages, if it was received late. */
  note?: string | null;
  /** The account's own addresses, if known: most submissions then need no query for the limits. */
  account?: AccountAddresses | undefined;
  /**
   * The incident that they are about, the number of its step (null: news for everyone who was notified), and its
   * recipients by `channel address`.
   */
  incident?: { id: number; run: number | null; responders: ReadonlyMap<string, number> } | undefined;
  messages: readonly OutboxMessage[];
};

/**
 * Adds planned messages to the outbox, in the caller's transaction. `now` is the time at which the submissions were
 * stored; it is part of the idempotency key. A message that already exists is not changed.
 */
export async function addMessages(
  on: Db | Handle,
  channels: ConfiguredChannels,
  batch: readonly SubmissionMessages[],
  now: Date,
): Promise<void> {
  const tx = rawDb(on);
  const at = now.toISOString();
  const reachedLimits = await applyLimits(
    tx,
    channels,
    batch,
    now,
    ({ kind, submissionId, incident }, { channel, role, address }: OutboxMessage) =>
      messageKey({
        kind,
        submissionId,
        createdAt: at,
        channel,
        role,
        address,
        step: incident?.run ?? undefined,
      }),
  );
  const texts: MessageText[] = [];
  const rows = batch.flatMap((submission) => {
    const origin = { ...submission, keyOf: submission };
    const first = texts.length;
    return submission.messages.map((message) => ({
      row: rowOf(origin, message, channels, at, reachedLimits.get(message)),
      text: addText(texts, first, textOf(message)),
    }));
  });
  const ids = await insertTextsFirst(tx, texts);
  await insertMessages(
    tx,
    rows.map(({ row, text }) => ({ ...row, text_id: ids[text] ?? null })),
  );
}

/** The index of a text in `texts`, searched from index `first`. Adds a missing text. */
function addText(texts: MessageText[], first: number, text: MessageText): number {
  const same = texts.findIndex(
    ({ subject, body, html }, index) =>
      index >= first && body === text.body && html === text.html && subject === text.subject,
  );
  return same === -1 ? texts.push(text) - 1 : same;
}

function textOf({ subject, text, html }: Pick<OutboxMessage, 'subject' | 'text' | 'html'>): MessageText {
  return { subject, body: text, html };
}

type MessageRow = Omit<
  NewRow<'delivery'>,
  'id' | 'provider_id' | 'delivered_at' | 'purged_at' | 'wakeable_at'
>;

/** The state in which a planned message is stored, and why it is not sent. */
export function getInitialState(
  { channel, skipped }: Pick<PlannedMessage, 'channel' | 'skipped'>,
  channels: ConfiguredChannels,
): { state: 'pending' | 'held' | 'skipped'; reason: MessageReason | null } {
  if (skipped !== null) return { state: 'skipped', reason: skipped };
  if (!channels[channel]) return { state: 'held', reason: { code: 'not-configured' } };
  return { state: 'pending', reason: null };
}

function stateWithLimit(
  message: OutboxMessage,
  channels: ConfiguredChannels,
  reachedLimit: ReachedLimit | undefined,
) {
  if (reachedLimit) {
    const { code, limit, heldFor } = reachedLimit;
    return { state: 'held' as const, reason: { code, limit }, held_for: heldFor };
  }
  const initial = getInitialState(message, channels);
  return { ...initial, held_for: initial.state === 'held' ? ('channel' as const) : null };
}

/** Stores the text of a test message, and returns its row. A test has no submission and is sent like any message. */
export async function createTestRow(
  on: Db | Handle,
  { teamId, item, message }: { teamId: number; item: Item; message: PlannedMessage },
  channels: ConfiguredChannels,
  now: Date,
): Promise<MessageRow> {
  const { kind, id: itemId } = item;
  const none = {
    teamId,
    kind,
    itemId,
    submissionId: null,
    emergency: false,
    purpose: 'test',
    keyOf: { kind: 'test', submissionId: randomInt(2 ** 47) },
  } as const;
  const [text_id = null] = await insertTexts(rawDb(on), [textOf(message)]);
  return { ...rowOf(none, message, channels, now.toISOString()), text_id };
}

/** `submissionId` is null for a test. */
type Origin = Omit<SubmissionMessages, 'messages' | 'submissionId'> & {
  submissionId: number | null;
  keyOf: Pick<MessageIdentity, 'kind' | 'submissionId'>;
};

function rowOf(
  { teamId, kind, itemId, submissionId, isDeleted, emergency, purpose, note, incident, keyOf }: Origin,
  message: OutboxMessage,
  channels: ConfiguredChannels,
  at: string,
  reachedLimit?: ReachedLimit,
): Omit<MessageRow, 'text_id'> {
  const { channel, role, address } = message;
  const { state, reason, held_for } = stateWithLimit(message, channels, reachedLimit);
  return {
    team_id: teamId,
    button_click_id: kind === 'button' && !isDeleted ? submissionId : null,
    form_submission_id: kind === 'form' && !isDeleted ? submissionId : null,
    button_id: kind === 'button' ? itemId : null,
    f_id: kind === 'form' ? itemId : null,
    channel,
    role,
    address,
    message_key: messageKey({
      kind: keyOf.kind,
      submissionId: keyOf.submissionId,
      createdAt: at,
      channel,
      role,
      address,
      step: incident?.run ?? undefined,
    }),
    priority: emergency ? 0 : 1,
    state,
    ...reasonColumns(reason),
    attempts: 0,
    fence: 0,
    next_attempt_at: state === 'pending' ? at : null,
    lease_until: null,
    created_at: at,
    sent_at: null,
    lane: laneOf(channel, address),
    purpose: purpose ?? null,
    held_for,
    note: note ?? null,
    incident_id: incident?.id ?? null,
    incident_run: incident?.run ?? null,
    responder_id: incident?.responders.get(`${channel} ${address}`) ?? null,
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
  'text_id',
  'message_key',
  'priority',
  'state',
  'reason',
  'reason_code',
  'reason_params',
  'attempts',
  'fence',
  'next_attempt_at',
  'lease_until',
  'created_at',
  'sent_at',
  'lane',
  'purpose',
  'held_for',
  'note',
  'incident_id',
  'incident_run',
  'responder_id',
] as const satisfies (keyof Database['delivery'])[];

const insertMessages = insertMany<MessageRow>(
  COLUMNS,
  (db, rows, dialect) =>
    db
      .insertInto('delivery')
      .values(rows.map((row) => ({ ...row, text_id: textId(row.text_id ?? null, dialect) })))
      .onConflict((conflict) => conflict.column('message_key').doNothing()),
  { result: 'not read' },
);

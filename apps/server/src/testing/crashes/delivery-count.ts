import { BUTTON_IDS } from '@callpoint/contract/catalog';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import type { AcknowledgedPress } from './press-clients.ts';
import type { ReceivedEmail } from '../providers/smtp.ts';

/** Emails for each press after `limitToOneEmailPerPress`. */
export const EMAILS_PER_PRESS = 1;

/** Switches off emails to the user, so that each press has one email, to the safety team's only address. */
export async function limitToOneEmailPerPress(db: Db, teamId: number): Promise<void> {
  const keys = BUTTON_IDS.map((id) => `mail_to_user_${id}`);
  await db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', teamId)
    .where('setting_key', 'in', keys)
    .execute();
}

const POLL_INTERVAL_MS = 50;

export type DeliveryCount = {
  mails: number;
  /** Emails that were received again, after the first time. */
  duplicates: number;
  /** Attempts that were lost with their process and whose messages were reclaimed. */
  lost: number;
  /** A sentence for each violated guarantee; empty if there is none. */
  problems: string[];
};

/**
 * Compares the responses to clients and the emails that the mail server received with the database. Call it when all
 * messages are delivered. Each acknowledged press must be stored once, and each email must be received at least once,
 * and more than once only if the mail server's reply was lost in between.
 */
export async function countDeliveries(
  db: Db,
  acknowledged: readonly AcknowledgedPress[],
  received: readonly ReceivedEmail[],
): Promise<DeliveryCount> {
  const problems: string[] = [];
  const clicks = await db.selectFrom('button_click').select(['id', 'client_id']).execute();
  const deliveries = await db
    .selectFrom('delivery')
    .select(['id', 'button_click_id', 'channel', 'state', 'message_key'])
    .execute();
  const attempts = await db
    .selectFrom('delivery_attempt')
    .select(['delivery_id', 'at', 'ms', 'outcome'])
    .orderBy('id')
    .execute();
  const totals = await db.selectFrom('submission_tally').select('total').execute();

  const stored = Map.groupBy(clicks, ({ client_id }) => client_id);
  const planned = Map.groupBy(deliveries, ({ button_click_id }) => button_click_id);
  for (const { clientId, id } of acknowledged) {
    const rows = stored.get(clientId) ?? [];
    if (rows.length !== 1 || rows[0]?.id !== id) {
      problems.push(
        `press ${id} was acknowledged and is stored ${rows.length} times (${rows.map((row) => row.id).join(', ')})`,
      );
    }
    const mails = (planned.get(id) ?? []).filter(({ channel }) => channel === 'email').length;
    if (mails !== EMAILS_PER_PRESS) problems.push(`press ${id} has ${mails} planned emails`);
  }
  if (clicks.length !== acknowledged.length) {
    problems.push(`${acknowledged.length} presses were acknowledged and ${clicks.length} are stored`);
  }
  const counted = totals.reduce((sum, { total }) => sum + total, 0);
  if (counted !== clicks.length)
    problems.push(`${clicks.length} presses are stored and ${counted} are in the totals`);

  const copies = Map.groupBy(received, ({ messageId }) => /^<([^@]*)@/.exec(messageId)?.[1] ?? messageId);
  const attemptsOf = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  for (const { id, channel, state, message_key } of deliveries) {
    const receivedCopies = copies.get(message_key) ?? [];
    copies.delete(message_key);
    if (state !== (channel === 'email' ? 'sent' : 'held'))
      problems.push(`message ${id} (${channel}) is ${state}`);
    if (channel === 'email' && receivedCopies.length === 0)
      problems.push(`email ${id} was planned and never received`);
    const copiesBetweenReclaims = mostCopiesBetweenReclaims(receivedCopies, attemptsOf.get(id) ?? []);
    if (copiesBetweenReclaims > 1)
      problems.push(
        `email ${id} was received ${copiesBetweenReclaims} times without a lost reply in between`,
      );
  }
  if (copies.size > 0) problems.push(`${copies.size} received emails are not in the outbox`);
  const sent = deliveries.filter(({ channel }) => channel === 'email').length;
  return {
    mails: received.length,
    duplicates: received.length - sent,
    lost: attempts.filter(({ outcome }) => outcome === 'lost').length,
    problems,
  };
}

/**
 * The most copies of an email that were received between two attempts whose reply was lost. After a message was
 * reclaimed, only one copy may be received: a second one was sent by the process that lost its lease.
 */
function mostCopiesBetweenReclaims(
  receivedCopies: readonly ReceivedEmail[],
  attempts: readonly Pick<Row<'delivery_attempt'>, 'at' | 'ms' | 'outcome'>[],
): number {
  const lostAt = attempts
    .filter(({ outcome }) => outcome !== 'sent')
    .map(({ at, ms }) => Date.parse(at) + ms);
  const after = receivedCopies.map(
    ({ at }) => lostAt.filter((lost) => lost < performance.timeOrigin + at).length,
  );
  return Math.max(
    0,
    ...Map.groupBy(after, (lost) => lost)
      .values()
      .map((mails) => mails.length),
  );
}

/** Resolves when no message is waiting or in flight. Throws if this takes longer than `within` milliseconds. */
export async function waitUntilDelivered(db: Db, within: number): Promise<void> {
  const deadline = performance.now() + within;
  for (;;) {
    const open = await db
      .selectFrom('delivery')
      .select((row) => ['state', row.fn.countAll<number>().as('count')])
      .where('state', 'in', ['pending', 'sending'])
      .groupBy('state')
      .execute();
    if (open.length === 0) return;
    if (performance.now() > deadline) throw new Error(`messages are not delivered: ${JSON.stringify(open)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

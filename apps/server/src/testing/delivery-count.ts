import { BUTTON_IDS } from '@callpoint/contract/catalogue';
import type { Db } from '../db/tables.ts';
import type { AnsweredPress } from './press-clients.ts';
import type { ReceivedMail } from './smtp.ts';

/** After `oneMailPerPress`. */
export const MAILS_PER_PRESS = 1;

/** Only the team is mailed, at its one address: counting is about the server's promises, not about its speed. */
export async function oneMailPerPress(db: Db, teamId: number): Promise<void> {
  const keys = BUTTON_IDS.map((id) => `mail_to_user_${id}`);
  await db
    .updateTable('settings')
    .set({ setting_value: 'no' })
    .where('team_id', '=', teamId)
    .where('setting_key', 'in', keys)
    .execute();
}

const LOOK_EVERY_MS = 50;

export type DeliveryCount = {
  mails: number;
  /** Mails that came once more than the first time. */
  duplicates: number;
  /** Attempts that vanished with their process and were taken over. */
  lost: number;
  /** Every promise that was broken, in words; none is what we want. */
  problems: string[];
};

/**
 * Holds what clients were answered and what the mail server took against the database. To be called when everything
 * has ended: `press` is where each answered press must be once, with its mails received at least once, and more than
 * once only where an attempt was lost with its process.
 */
export async function countDeliveries(
  db: Db,
  answered: readonly AnsweredPress[],
  received: readonly ReceivedMail[],
): Promise<DeliveryCount> {
  const problems: string[] = [];
  const clicks = await db.selectFrom('button_click').select(['id', 'client_id']).execute();
  const deliveries = await db
    .selectFrom('delivery')
    .select(['id', 'button_click_id', 'channel', 'state', 'message_key'])
    .execute();
  const lostAttempts = await db
    .selectFrom('delivery_attempt')
    .select((row) => ['delivery_id', row.fn.countAll<number>().as('lost')])
    .where('outcome', '=', 'lost')
    .groupBy('delivery_id')
    .execute();
  const tally = await db.selectFrom('submission_tally').select('total').execute();

  const stored = Map.groupBy(clicks, ({ client_id }) => client_id);
  const planned = Map.groupBy(deliveries, ({ button_click_id }) => button_click_id);
  for (const { clientId, id } of answered) {
    const rows = stored.get(clientId) ?? [];
    if (rows.length !== 1 || rows[0]?.id !== id) {
      problems.push(
        `press ${id} was answered and is stored ${rows.length} times (${rows.map((row) => row.id).join(', ')})`,
      );
    }
    const mails = (planned.get(id) ?? []).filter(({ channel }) => channel === 'email').length;
    if (mails !== MAILS_PER_PRESS) problems.push(`press ${id} has ${mails} mails planned`);
  }
  if (clicks.length !== answered.length) {
    problems.push(`${answered.length} presses were answered and ${clicks.length} are stored`);
  }
  const counted = tally.reduce((sum, { total }) => sum + total, 0);
  if (counted !== clicks.length)
    problems.push(`${clicks.length} presses are stored and ${counted} are tallied`);

  const copies = Map.groupBy(received, ({ messageId }) => /^<([^@]*)@/.exec(messageId)?.[1] ?? messageId);
  const lostOf = new Map(lostAttempts.map(({ delivery_id, lost }) => [delivery_id, lost]));
  for (const { id, channel, state, message_key } of deliveries) {
    const came = copies.get(message_key)?.length ?? 0;
    copies.delete(message_key);
    const lost = lostOf.get(id) ?? 0;
    if (state !== (channel === 'email' ? 'sent' : 'held'))
      problems.push(`message ${id} (${channel}) is ${state}`);
    if (channel === 'email' && came === 0) problems.push(`mail ${id} was planned and never came`);
    if (came > 1 + lost) problems.push(`mail ${id} came ${came} times, with ${lost} attempts lost`);
  }
  if (copies.size > 0) problems.push(`${copies.size} mails came that are not in the outbox`);
  const sent = deliveries.filter(({ channel }) => channel === 'email').length;
  return {
    mails: received.length,
    duplicates: received.length - sent,
    lost: [...lostOf.values()].reduce((sum, lost) => sum + lost, 0),
    problems,
  };
}

/** Resolves when no message waits or is on its way; throws where that takes longer than `within` milliseconds. */
export async function allDelivered(db: Db, within: number): Promise<void> {
  const until = performance.now() + within;
  for (;;) {
    const open = await db
      .selectFrom('delivery')
      .select((row) => ['state', row.fn.countAll<number>().as('count')])
      .where('state', 'in', ['pending', 'sending'])
      .groupBy('state')
      .execute();
    if (open.length === 0) return;
    if (performance.now() > until) throw new Error(`messages are left over: ${JSON.stringify(open)}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

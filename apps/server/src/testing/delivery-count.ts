import { BUTTON_IDS } from '@callpoint/contract/catalogue';
import type { Row } from '../db/rows.ts';
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
 * once only where an answer was lost in between.
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
  const attempts = await db
    .selectFrom('delivery_attempt')
    .select(['delivery_id', 'at', 'ms', 'outcome'])
    .orderBy('id')
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
  const attemptsOf = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  for (const { id, channel, state, message_key } of deliveries) {
    const came = copies.get(message_key) ?? [];
    copies.delete(message_key);
    if (state !== (channel === 'email' ? 'sent' : 'held'))
      problems.push(`message ${id} (${channel}) is ${state}`);
    if (channel === 'email' && came.length === 0) problems.push(`mail ${id} was planned and never came`);
    const most = mostAfterOneTakeover(came, attemptsOf.get(id) ?? []);
    if (most > 1) problems.push(`mail ${id} came ${most} times with no answer lost in between`);
  }
  if (copies.size > 0) problems.push(`${copies.size} mails came that are not in the outbox`);
  const sent = deliveries.filter(({ channel }) => channel === 'email').length;
  return {
    mails: received.length,
    duplicates: received.length - sent,
    lost: attempts.filter(({ outcome }) => outcome === 'lost').length,
    problems,
  };
}

/**
 * How often a mail came at most between two attempts whose answer was lost. After a takeover was recorded only one may
 * come: a second one was sent by the process that had it taken away.
 */
function mostAfterOneTakeover(
  came: readonly ReceivedMail[],
  attempts: readonly Pick<Row<'delivery_attempt'>, 'at' | 'ms' | 'outcome'>[],
): number {
  const lostAt = attempts
    .filter(({ outcome }) => outcome !== 'sent')
    .map(({ at, ms }) => Date.parse(at) + ms);
  const after = came.map(({ at }) => lostAt.filter((lost) => lost < performance.timeOrigin + at).length);
  return Math.max(
    0,
    ...Map.groupBy(after, (lost) => lost)
      .values()
      .map((mails) => mails.length),
  );
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

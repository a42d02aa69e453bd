import { FAULTS, type FaultKind } from '@callpoint/contract/faults';
import { dialectOf } from '../../db/dialect.ts';
import { rawDb } from '../../db/handle.ts';
import type { PlatformDb } from '../../db/platform.ts';
import type { Db, Tx } from '../../db/tables.ts';
import { rememberAddresses } from '../suppression/bounced-addresses.ts';
import { CLAIMED_COLUMNS, type ClaimedRow } from './claim.ts';
import type { MessageState } from '@callpoint/contract/deliveries';
import { stopRefused } from '../suppression/opt-outs.ts';
import type { Changed } from './reclaim.ts';

/**
 * What a provider says later of a message that it had taken. `providerId`: its own name for what it took; `attempt`:
 * the fence of the attempt that it is about, NaN where it does not say.
 */
export type Receipt = { messageKey: string; providerId: string } & (
  | { outcome: 'delivered' }
  | {
      outcome: 'undelivered';
      attempt: number;
      fault: FaultKind;
      said: string;
      /** Ours, that the message came from. */
      sender: string;
    }
);

type Known = ClaimedRow & {
  state: MessageState;
  provider_id: string | null;
  delivered_at: string | null;
};

/**
 * Records a receipt, once however often it comes; returns the change of the message, or null where nothing changed.
 * `delivered` is the last word whatever we thought: an attempt whose answer was lost may well have arrived. What was
 * not delivered has failed; but a receipt of an earlier attempt says nothing about the one that is under way.
 */
export async function takeReceipt(
  on: Db | PlatformDb,
  receipt: Receipt,
  now = new Date(),
): Promise<Changed | null> {
  return await rawDb(on)
    .transaction()
    .execute(async (tx) => {
      const message = await lockMessage(tx, receipt.messageKey);
      if (!message || message.delivered_at !== null) return null;
      const at = now.toISOString();
      return receipt.outcome === 'delivered'
        ? await delivered(tx, message, receipt.providerId, at)
        : await undelivered(tx, message, receipt, at);
    });
}

async function lockMessage(tx: Tx, messageKey: string): Promise<Known | undefined> {
  const query = tx
    .selectFrom('delivery')
    .select([...CLAIMED_COLUMNS, 'state', 'provider_id', 'delivered_at'])
    .where('message_key', '=', messageKey)
    .where('channel', '=', 'sms')
    .modifyEnd(dialectOf(tx).lock('update'));
  return (await query.executeTakeFirst()) as Known | undefined;
}

async function delivered(tx: Tx, message: Known, providerId: string, at: string): Promise<Changed> {
  await tx
    .updateTable('delivery')
    .set((row) => ({
      state: 'sent',
      reason: null,
      delivered_at: at,
      sent_at: row.fn.coalesce('sent_at', row.val(at)),
      provider_id: providerId,
      next_attempt_at: null,
      lease_until: null,
      // Whoever is sending it right now has nothing more to say about it.
      fence: row('fence', '+', 1),
    }))
    .where('id', '=', message.id)
    .execute();
  await addAttempt(tx, message.id, at, 'delivered', null, `It arrived. Twilio: ${providerId} delivered`);
  await rememberAddresses(tx, [{ channel: 'sms', address: message.address, fault: null, at }]);
  return { message, state: 'sent' };
}

async function undelivered(
  tx: Tx,
  message: Known,
  { providerId, attempt, fault, said, sender }: Extract<Receipt, { outcome: 'undelivered' }>,
  at: string,
): Promise<Changed | null> {
  const detail = `${FAULTS[fault].means} Twilio: ${providerId} ${said}`;
  const before = await tx
    .selectFrom('delivery_attempt')
    .select('id')
    .where('delivery_id', '=', message.id)
    .where('detail', '=', detail)
    .executeTakeFirst();
  if (before) return null;
  await addAttempt(tx, message.id, at, 'undelivered', fault, detail);
  await rememberAddresses(tx, [{ channel: 'sms', address: message.address, fault, at }]);
  if (fault === 'sms-stopped') {
    const since = message.resent_at ?? message.created_at;
    await stopRefused(tx, { sender, number: message.address, since, at });
  }
  // While it is being sent the provider may be quicker with its receipt than with its answer.
  const isOfThisAttempt =
    (message.state === 'sending' && message.fence === attempt) ||
    (message.state === 'sent' && message.provider_id === providerId);
  if (!isOfThisAttempt) return null;
  await tx
    .updateTable('delivery')
    .set((row) => ({
      state: 'failed',
      reason: FAULTS[fault].means,
      sent_at: null,
      next_attempt_at: null,
      lease_until: null,
      fence: row('fence', '+', 1),
    }))
    .where('id', '=', message.id)
    .execute();
  return { message, state: 'failed' };
}

async function addAttempt(
  tx: Tx,
  id: number,
  at: string,
  outcome: 'delivered' | 'undelivered',
  fault: FaultKind | null,
  detail: string,
): Promise<void> {
  await tx
    .insertInto('delivery_attempt')
    .values({ delivery_id: id, at, ms: 0, outcome, detail, fault })
    .execute();
}

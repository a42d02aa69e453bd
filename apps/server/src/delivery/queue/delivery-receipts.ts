import { findFault } from '@callpoint/contract/faults';
import { getDialect } from '../../db/dialect.ts';
import { rawDb } from '../../db/handles/handle.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { Row } from '../../db/rows.ts';
import type { Db, Tx } from '../../db/tables.ts';
import type { Receipt } from '../channels/provider-hook.ts';
import { NO_REASON, reasonColumns } from '../channels/message-reason.ts';
import { recordAddressResults } from '../suppression/bounced-addresses.ts';
import { CLAIMED_COLUMNS, type ClaimedRow } from './claim.ts';
import type { MessageState } from '@callpoint/contract/deliveries';
import { recordRejectedByOptOut } from '../suppression/opt-outs.ts';
import type { StateChange } from './reclaim.ts';

type Known = ClaimedRow & {
  state: MessageState;
  provider_id: string | null;
  delivered_at: string | null;
};

/**
 * Records a receipt, once however often it is received; returns the change of the message, or null for no change.
 * `delivered` is final in any state: an attempt whose reply was lost may well have arrived. An undelivered message has
 * failed, except where the receipt is about an earlier attempt than the one in flight.
 */
export async function recordReceipt(
  on: Db | PlatformDb,
  receipt: Receipt,
  now = new Date(),
): Promise<StateChange | null> {
  return await rawDb(on)
    .transaction()
    .execute(async (tx) => {
      const message = await lockMessage(tx, receipt);
      if (!message || message.delivered_at !== null) return null;
      const at = now.toISOString();
      return receipt.outcome === 'delivered'
        ? await delivered(tx, message, receipt.providerId, at)
        : await undelivered(tx, message, receipt, at);
    });
}

async function lockMessage(tx: Tx, { channel, messageKey }: Receipt): Promise<Known | undefined> {
  const query = tx
    .selectFrom('delivery')
    .select([...CLAIMED_COLUMNS, 'state', 'provider_id', 'delivered_at'])
    .where('message_key', '=', messageKey)
    .where('channel', '=', channel)
    .modifyEnd(getDialect(tx).lock('update'));
  return (await query.executeTakeFirst()) as Known | undefined;
}

async function delivered(tx: Tx, message: Known, providerId: string, at: string): Promise<StateChange> {
  await tx
    .updateTable('delivery')
    .set((row) => ({
      state: 'sent',
      ...NO_REASON,
      delivered_at: at,
      sent_at: row.fn.coalesce('sent_at', row.val(at)),
      provider_id: providerId,
      next_attempt_at: null,
      lease_until: null,
      // A worker that is sending it right now can no longer record a result.
      fence: row('fence', '+', 1),
    }))
    .where('id', '=', message.id)
    .execute();
  await addAttempt(tx, message.id, at, {
    outcome: 'delivered',
    fault: null,
    provider_id: providerId,
    provider_text: 'delivered',
  });
  await recordAddressResults(tx, [{ channel: message.channel, address: message.address, fault: null, at }]);
  return { message, state: 'sent' };
}

async function undelivered(
  tx: Tx,
  message: Known,
  { providerId, attempt, fault, providerText, from }: Extract<Receipt, { outcome: 'undelivered' }>,
  at: string,
): Promise<StateChange | null> {
  const receipt = {
    outcome: 'undelivered',
    fault,
    provider_id: providerId,
    provider_text: providerText,
  } as const;
  const before = await tx
    .selectFrom('delivery_attempt')
    .select('id')
    .where('delivery_id', '=', message.id)
    .where('outcome', '=', receipt.outcome)
    .where('fault', '=', fault)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (before) return null;
  await addAttempt(tx, message.id, at, receipt);
  await recordAddressResults(tx, [{ channel: message.channel, address: message.address, fault, at }]);
  if (from !== undefined && findFault(fault)?.isOptOut === true) {
    const since = message.resent_at ?? message.created_at;
    await recordRejectedByOptOut(tx, { from, number: message.address, since, at });
  }
  // While it is being sent, the receipt may arrive before the provider's reply.
  const isOfThisAttempt =
    (message.state === 'sending' && message.fence === attempt) ||
    (message.state === 'sent' && message.provider_id === providerId);
  if (!isOfThisAttempt) return null;
  await tx
    .updateTable('delivery')
    .set((row) => ({
      state: 'failed',
      ...reasonColumns({ code: fault }),
      sent_at: null,
      next_attempt_at: null,
      lease_until: null,
      fence: row('fence', '+', 1),
    }))
    .where('id', '=', message.id)
    .execute();
  return { message, state: 'failed' };
}

type ReceiptRow = Pick<Row<'delivery_attempt'>, 'outcome' | 'fault' | 'provider_id' | 'provider_text'>;

async function addAttempt(tx: Tx, id: number, at: string, row: ReceiptRow): Promise<void> {
  await tx
    .insertInto('delivery_attempt')
    .values({ delivery_id: id, at, ms: 0, detail: '', error_text: null, ...row })
    .execute();
}

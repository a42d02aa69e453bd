import type { ReachedLimit } from '@callpoint/alerts/plan/allowance';
import type { PlannedMessage } from '@callpoint/alerts/plan/messages';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole, MessagePurpose } from '@callpoint/contract/deliveries';
import type { Db } from '../db/tables.ts';
import { admitMessages } from './admit-messages.ts';
import { isToOwnRecipient, isToPlatform, type LimitedMessage } from './counted-messages.ts';
import { isAccountAddress } from './sending-accounts.ts';

/** The account's own addresses, from the settings query: with them, most submissions need no counting. */
export type AccountAddresses = { email: string; phone: string; isConfirmed: boolean };

type Planned = Pick<PlannedMessage, 'channel' | 'address' | 'skipped'> & { role: DeliveryRole };
type Submission<Message> = {
  teamId: number;
  emergency: boolean;
  purpose?: MessagePurpose;
  account?: AccountAddresses | undefined;
  messages: readonly Message[];
};
type Channels = Readonly<Record<Channel, boolean>>;

/**
 * Counts planned messages in the transaction that stores them, and returns the limit of each one that must be held.
 * @param keyOf the idempotency key of a message
 */
export async function applyLimits<Message extends Planned, Batched extends Submission<Message>>(
  tx: Db,
  channels: Channels,
  batch: readonly Batched[],
  now: Date,
  keyOf: (submission: Batched, message: Message) => string,
): Promise<Map<Message, ReachedLimit>> {
  const candidates = batch.flatMap((submission) =>
    candidatesOf(submission, channels, (message) => keyOf(submission, message)),
  );
  const reachedLimits = await admitMessages(tx, candidates, now);
  return new Map([...reachedLimits].map(([{ planned }, reachedLimit]) => [planned, reachedLimit]));
}

/** The messages of a submission that may count for a limit. */
function candidatesOf<Message extends Planned>(
  { teamId, emergency, purpose, account, messages }: Submission<Message>,
  channels: Channels,
  keyOf: (message: Message) => string,
): (LimitedMessage & { planned: Message })[] {
  return messages.flatMap((planned) => {
    const { channel, role, skipped } = planned;
    if (skipped !== null || !channels[channel] || isToPlatform(planned)) return [];
    const address = planned.address.toLowerCase();
    const about = { channel, role, purpose: purpose ?? null };
    const isOwn =
      account && (isToOwnRecipient(about) || isAccountAddress({ ...account, id: teamId }, channel, address));
    if (isOwn && account.isConfirmed) return [];
    return [{ ...about, planned, teamId, address, isEmergency: emergency, messageKey: keyOf(planned) }];
  });
}

import type { Hold } from '@callpoint/alerts/allowance';
import type { ConfiguredChannels, OutboxMessage, SubmissionMessages } from '../outbox.ts';
import { messageKey, type MessageIdentity } from '../message-key.ts';
import { admitMessages } from './admit-messages.ts';
import { isToItself, isToPlatform, type LimitedMessage } from './counted-messages.ts';
import { isAccountAddress } from './senders.ts';

/** The account's own addresses as the planner read them: they decide that most submissions need no counting at all. */
export type AccountAddresses = { email: string; phone: string; isConfirmed: boolean };

type Submission = Omit<SubmissionMessages, 'submissionId'> & Pick<MessageIdentity, 'submissionId'>;
type Candidate = LimitedMessage & { planned: OutboxMessage };

/** What holds planned messages because of a limit, in the transaction that stores them. */
export async function applyLimits(
  tx: Parameters<typeof admitMessages>[0],
  channels: ConfiguredChannels,
  batch: readonly Submission[],
  now: Date,
): Promise<Map<OutboxMessage, Hold>> {
  const candidates = batch.flatMap((submission) => candidatesOf(submission, channels, now));
  const holds = await admitMessages(tx, candidates, now);
  return new Map([...holds].map(([{ planned }, hold]) => [planned, hold]));
}

/** The messages of a submission that may count. */
function candidatesOf(submission: Submission, channels: ConfiguredChannels, now: Date): Candidate[] {
  const { teamId, kind, submissionId, emergency, purpose = null, account } = submission;
  return submission.messages.flatMap((planned) => {
    const { channel, role, skipped } = planned;
    const address = planned.address.toLowerCase();
    if (skipped !== null || !channels[channel] || isToPlatform(planned)) return [];
    const isOwn = account && (isToItself({ role, purpose }) || isAccountAddress(account, channel, address));
    if (isOwn && account.isConfirmed) return [];
    const key = messageKey({ ...planned, kind, submissionId, createdAt: now.toISOString() });
    return [{ planned, teamId, channel, role, purpose, address, isEmergency: emergency, messageKey: key }];
  });
}

import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { RESENDABLE_STATES } from '@callpoint/contract/deliveries';
import type { Row } from '../../db/rows.ts';
import type { ConfiguredChannels } from '../channels/channel.ts';
import { NO_REASON } from '../channels/message-reason.ts';

/** Resending of a message by a person. */

type Message = Pick<Row<'delivery'>, 'state' | 'channel' | 'resent_at' | 'purged_at'>;

/**
 * `send`: it can be resent. `done`: it was resent already and is still pending. `rejected`: why it cannot be resent.
 */
export type ResendCheck = 'send' | 'done' | { rejected: string };

export function checkResend(
  { state, channel, resent_at, purged_at }: Message,
  channels: ConfiguredChannels,
): ResendCheck {
  if (purged_at !== null)
    return { rejected: 'Its text was deleted because of its age, so it is not sent again.' };
  if ((RESENDABLE_STATES as readonly string[]).includes(state)) {
    const by = channel as Channel;
    return channels[by] ? 'send' : { rejected: CHANNEL[by].notConfigured };
  }
  if (state === 'sent') return { rejected: 'It was sent, so it is not sent again.' };
  if (state === 'skipped') return { rejected: 'It was skipped and has nobody to go to, so it is not sent.' };
  return resent_at === null
    ? { rejected: 'It is being tried by itself, so there is nothing to do.' }
    : 'done';
}

/**
 * The columns of a resent message: due immediately, with the complete retry schedule regardless of its age. Its attempts
 * stay in the log. It keeps its idempotency key, so the mail server sees the same message.
 */
export function resetForResend(now: Date) {
  const at = now.toISOString();
  return {
    state: 'pending',
    ...NO_REASON,
    held_for: null,
    attempts: 0,
    next_attempt_at: at,
    lease_until: null,
    // Until a provider accepts it again, it does not count as sent.
    sent_at: null,
    resent_at: at,
  } as const;
}

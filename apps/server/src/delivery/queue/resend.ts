import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { RESENDABLE_STATES } from '@callpoint/contract/deliveries';
import type { Row } from '../../db/rows.ts';
import type { ConfiguredChannels } from '../channels/channel.ts';
import { NO_REASON } from '../channels/message-reason.ts';

/** A message that a person sends again. */

type Message = Pick<Row<'delivery'>, 'state' | 'channel' | 'resent_at' | 'purged_at'>;

/** `send`: it can be sent. `done`: it was sent again already and is still pending. Else why it cannot be sent. */
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
 * The columns of a message that starts again: due immediately, with the complete retry schedule, whatever its age. Its
 * attempts stay in the log, and it keeps its idempotency key: to the mail server it is the same message.
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
    // Nothing is sent until a provider accepts it again.
    sent_at: null,
    resent_at: at,
  } as const;
}

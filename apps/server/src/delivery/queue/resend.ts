import type { Channel } from '@callpoint/alerts/messages';
import { RESENDABLE_STATES } from '@callpoint/contract/deliveries';
import type { Row } from '../../db/rows.ts';
import { NOT_CONFIGURED, type ConfiguredChannels } from './outbox.ts';

/** A message that a person puts on its way again. */

type Message = Pick<Row<'delivery'>, 'state' | 'channel' | 'resent_at' | 'purged_at'>;

/** `send`: it may go. `done`: somebody has sent it again already and it has not ended. Else why it may not. */
export type ResendVerdict = 'send' | 'done' | { refused: string };

export function mayResend(
  { state, channel, resent_at, purged_at }: Message,
  channels: ConfiguredChannels,
): ResendVerdict {
  if (purged_at !== null)
    return { refused: 'Its text was deleted because of its age, so it is not sent again.' };
  if ((RESENDABLE_STATES as readonly string[]).includes(state)) {
    const by = channel as Channel;
    return channels[by] ? 'send' : { refused: NOT_CONFIGURED[by] };
  }
  if (state === 'sent') return { refused: 'It was sent, so it is not sent again.' };
  if (state === 'skipped') return { refused: 'It was skipped and has nobody to go to, so it is not sent.' };
  return resent_at === null ? { refused: 'It is being tried by itself, so there is nothing to do.' } : 'done';
}

/**
 * The columns of a message that begins anew: due at once, with the whole schedule of tries before it, whatever its
 * age. Its attempts stay in the log, and it keeps its Message-ID: to the mail server it is the same message.
 */
export function putBack(now: Date) {
  const at = now.toISOString();
  return {
    state: 'pending',
    reason: null,
    held_for: null,
    attempts: 0,
    next_attempt_at: at,
    lease_until: null,
    // Until it is taken anew nothing was sent.
    sent_at: null,
    resent_at: at,
  } as const;
}

import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import { RESENDABLE_STATES } from '@callpoint/contract/deliveries';
import { rawDb, type Handle } from '../../db/handles/handle.ts';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import type { ConfiguredChannels } from '../channels/channel.ts';
import { NO_REASON } from '../channels/message-reason.ts';

/** Resending of a message by a person, and sending of skipped messages. */

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
    return { rejected: 'Its text was deleted because of its age, so it can’t be resent.' };
  if ((RESENDABLE_STATES as readonly string[]).includes(state)) {
    const by = channel as Channel;
    return channels[by] ? 'send' : { rejected: CHANNEL[by].notConfigured };
  }
  if (state === 'sent') return { rejected: 'It was already sent.' };
  if (state === 'skipped') return { rejected: 'It was skipped for the reason given, so it can’t be resent.' };
  return resent_at === null ? { rejected: 'Callpoint is still retrying it automatically.' } : 'done';
}

/** Why a failed or held message cannot be resent; null if it can, and in all other states. */
export function resendProblem(
  message: Pick<Message, 'state' | 'channel' | 'purged_at'>,
  channels: ConfiguredChannels,
): string | null {
  if (!(RESENDABLE_STATES as readonly string[]).includes(message.state)) return null;
  const check = checkResend({ ...message, resent_at: null }, channels);
  return typeof check === 'object' ? check.rejected : null;
}

/**
 * The columns of a resent message, which starts with its note: due immediately, with the complete retry schedule regardless of its age. Its attempts
 * stay in the log. It keeps its idempotency key, so the mail server sees the same message.
 */
export function resetForResend(now: Date, note: string | null) {
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
    note,
  } as const;
}

/**
 * Makes skipped messages due, as if a person resent them, in the caller's transaction. They were never sent, so they keep their
 * notes.
 */
export async function sendSkipped(on: Db | Handle, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { note: _, ...reset } = resetForResend(now, null);
  await rawDb(on)
    .updateTable('delivery')
    .set({ ...reset, wakeable_at: null })
    .where('id', 'in', ids)
    .where('state', '=', 'skipped')
    .execute();
}

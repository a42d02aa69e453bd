import type { Channel } from '@callpoint/contract/channels/channels';
import type { MessageCounts, RecordMessages } from '@callpoint/contract/submissions';

/** How many of the messages about a submission have each status; skipped ones are not counted. */
export function countMessages(messages: readonly Record<string, unknown>[]): MessageCounts {
  const counts: MessageCounts = { failed: 0, held: 0, pending: 0, sent: 0, delivered: 0 };
  for (const { state, delivered_at, purpose } of messages) {
    if (purpose !== null || state === 'skipped') continue;
    if (state === 'sent') counts[delivered_at === null ? 'sent' : 'delivered'] += 1;
    else counts[state === 'sending' ? 'pending' : (state as 'pending' | 'failed' | 'held')] += 1;
  }
  return counts;
}

/** The same for a record, whose held messages can be released. */
export function countRecordMessages(messages: readonly Record<string, unknown>[]): RecordMessages {
  const held_by_channel: RecordMessages['held_by_channel'] = {};
  for (const { state, purpose, channel, purged_at } of messages) {
    if (state !== 'held' || purpose !== null || purged_at !== null) continue;
    const by = channel as Channel;
    held_by_channel[by] = (held_by_channel[by] ?? 0) + 1;
  }
  return { ...countMessages(messages), held_by_channel };
}

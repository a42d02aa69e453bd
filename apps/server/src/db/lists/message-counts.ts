import type { MessageCounts } from '@callpoint/contract/submissions';

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

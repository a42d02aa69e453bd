import { isDelayed } from '@callpoint/contract/delayed';
import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { notifiesSomeone } from '@callpoint/contract/reaches-someone';
import type { OutboxItem } from '../../storage/database.ts';

/** One line of the history. */
export type HistoryEntry = {
  clientId: string;
  kind: 'button' | 'form';
  itemId: number;
  /** ISO 8601: when it was pressed, or received where that is not known. */
  at: string;
  state: 'not-sent' | 'received' | 'unnotified' | 'open' | 'seen' | 'answered';
  delayed: boolean;
  failedMessages: number;
  incident: OwnSubmission['incident'];
};

/** The submissions on the phone and those of the server, each once, newest first. */
export function joinHistory(
  items: readonly OutboxItem[],
  submissions: readonly OwnSubmission[],
): HistoryEntry[] {
  const known = new Set(submissions.map(({ client_id }) => client_id));
  return [
    ...submissions.map(fromServer),
    ...items.filter(({ client_id }) => !known.has(client_id)).map(fromPhone),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
}

function fromServer(submission: OwnSubmission): HistoryEntry {
  const { client_id, kind, item_id, created_at, pressed_at, recipients } = submission;
  return {
    clientId: client_id,
    kind,
    itemId: item_id,
    at: pressed_at ?? created_at,
    state: stateOf(submission),
    delayed: isDelayed(submission),
    failedMessages: recipients.reduce((sum, { messages }) => sum + messages.failed, 0),
    incident: submission.incident,
  };
}

function stateOf(submission: OwnSubmission): HistoryEntry['state'] {
  const { opened_at, incident } = submission;
  if (incident && incident.state !== 'open') return 'answered';
  // Someone who opened it has not said that they have it.
  if (opened_at === null && !notifiesSomeone(submission)) return 'unnotified';
  if (incident) return 'open';
  return opened_at === null ? 'received' : 'seen';
}

function fromPhone({ client_id, kind, item_id, pressed_at, received }: OutboxItem): HistoryEntry {
  return {
    clientId: client_id,
    kind,
    itemId: item_id,
    at: pressed_at,
    state: received ? 'received' : 'not-sent',
    delayed: false,
    failedMessages: 0,
    incident: null,
  };
}

import { isDelayed } from '@callpoint/contract/delayed';
import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { notifiesSomeone } from '@callpoint/contract/reaches-someone';
import { isOpen, type KnownPress } from '../../reports/open-emergencies.ts';
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

/**
 * The submissions of the server and those on the phone, each once, newest first.
 * @param presses their last known states, of those that the server did not return, and open emergencies of other phones
 */
export function joinHistory(
  items: readonly OutboxItem[],
  submissions: readonly OwnSubmission[],
  presses: readonly KnownPress[] = [],
): HistoryEntry[] {
  const returned = new Set(submissions.map(({ client_id }) => client_id));
  const own = new Set(items.map(({ client_id }) => client_id));
  const states = new Map(presses.map((press) => [press.client_id, press]));
  return [
    ...submissions.map(fromServer),
    ...items
      .filter(({ client_id }) => !returned.has(client_id))
      .map((item) => ({ ...fromPhone(item), ...lastKnown(states.get(item.client_id)) })),
    ...presses
      .filter((press) => isOpen(press) && !returned.has(press.client_id) && !own.has(press.client_id))
      .map(fromOtherPhone),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Nothing for a press without an incident: the phone knows no more than that the server has it. */
function lastKnown(press: KnownPress | undefined): Pick<HistoryEntry, 'state' | 'incident'> | null {
  const incident = press?.incident ?? null;
  return incident && { state: stateOf({ opened_at: null, incident, recipients: [] }), incident };
}

function fromOtherPhone(press: KnownPress): HistoryEntry {
  return {
    clientId: press.client_id,
    kind: 'button',
    itemId: press.item_id,
    at: press.pressed_at,
    state: 'received',
    delayed: false,
    failedMessages: 0,
    incident: null,
    ...lastKnown(press),
  };
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

function stateOf(
  submission: Pick<OwnSubmission, 'opened_at' | 'incident' | 'recipients'>,
): HistoryEntry['state'] {
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

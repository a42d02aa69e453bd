import type { Item } from '@callpoint/contract/catalog';
import type { LiveEvents } from '../../events/live-events.ts';
import type { AcceptedSubmission } from './accept-submissions.ts';
import type { PreparedSubmission } from './prepared-submission.ts';

export type AnnounceDependencies = {
  live: Pick<LiveEvents, 'publish'>;
  /** Called after a commit that added messages. */
  wakeDelivery: () => void;
  /** Called with each new incident, and again if its press is repeated on the same day while nobody has it: the first call may have been lost. */
  onIncident: (incident: OpenedIncident) => void;
};

export type OpenedIncident = {
  id: number;
  teamId: number;
  item: Item;
  isDrill: boolean;
  /** The person who pressed. */
  name: string;
  phone: string;
};

/** After the commit of submissions: their messages are sent, and open consoles show them. */
export function announceAccepted(
  { live, wakeDelivery, onIncident }: AnnounceDependencies,
  submissions: readonly Pick<PreparedSubmission, 'teamId' | 'incident' | 'submitter'>[],
  accepted: readonly AcceptedSubmission[],
  now: Date,
): void {
  wakeDelivery();
  for (const [index, { incidentId: id, item }] of accepted.entries()) {
    const submission = submissions[index];
    if (id === null || !submission) continue;
    const { teamId, incident, submitter } = submission;
    onIncident({ id, teamId, item, isDrill: incident?.isDrill === true, ...submitter });
  }
  // Also for a repeated submission: its first event may have been lost with the process.
  live.publish(...accepted.map((it, index) => createdEvent(it, submissions[index]?.teamId ?? 0, now)));
}

export function createdEvent(
  { item, id }: Pick<AcceptedSubmission, 'item' | 'id'>,
  teamId: number,
  at: Date,
) {
  return {
    kind: 'submission.created' as const,
    team_id: teamId,
    submission: item.kind,
    item_id: item.id,
    id,
    at: at.toISOString(),
  };
}

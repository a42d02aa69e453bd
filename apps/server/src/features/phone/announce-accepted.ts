import type { LiveEvents } from '../../events/live-events.ts';
import type { AcceptedSubmission } from './accept-submissions.ts';
import type { PreparedSubmission } from './prepared-submission.ts';

export type AnnounceDependencies = {
  live: Pick<LiveEvents, 'publish'>;
  /** Called after a commit that added messages. */
  wakeDelivery: () => void;
};

/** After the commit of submissions: their messages are sent, and open consoles show them. */
export function announceAccepted(
  { live, wakeDelivery }: AnnounceDependencies,
  submissions: readonly PreparedSubmission[],
  accepted: readonly AcceptedSubmission[],
  now: Date,
): void {
  wakeDelivery();
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

import type { OwnSubmission } from './own-submissions.ts';

/**
 * True if someone was notified, or may be: an incident also by a message of a step, or by the console in which someone
 * acknowledged it.
 */
export function notifiesSomeone({
  incident,
  recipients,
}: Pick<OwnSubmission, 'incident' | 'recipients'>): boolean {
  return !(incident?.is_unnotified ?? !reachesSomeone(recipients));
}

/** True if a message may reach someone: the person who submitted is no help, and a held or failed message reaches no one. */
function reachesSomeone(recipients: OwnSubmission['recipients']): boolean {
  return recipients.some(
    ({ role, messages: { pending, sent, delivered } }) => role !== 'user' && pending + sent + delivered > 0,
  );
}

import type { OwnSubmission } from './own-submissions.ts';

/** True if a message may reach someone: the person who submitted is no help, and a held or failed message reaches no one. */
export function reachesSomeone(recipients: OwnSubmission['recipients']): boolean {
  return recipients.some(
    ({ role, messages: { pending, sent, delivered } }) => role !== 'user' && pending + sent + delivered > 0,
  );
}

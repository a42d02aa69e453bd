import { createHash } from 'node:crypto';
import type { Channel } from '@callpoint/alerts/messages';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import type { SubmissionKind } from '@callpoint/contract/catalogue';

export type MessageIdentity = {
  kind: SubmissionKind | 'test';
  /** Of a test: any number. */
  submissionId: number;
  /** When the submission was stored, ISO 8601. */
  createdAt: string;
  channel: Channel;
  role: DeliveryRole;
  address: string;
};

/**
 * What makes a message itself: the same at every attempt, another for every other message; 40 characters 0-9a-f.
 * The moment is part of it because ids begin again at 1 in a new or restored database, and mail servers throw away
 * what carries a Message-ID that they have seen.
 */
export function messageKey(message: MessageIdentity): string {
  const { kind, submissionId, createdAt, channel, role, address } = message;
  return createHash('sha256')
    .update(JSON.stringify([kind, submissionId, createdAt, channel, role, address]))
    .digest('hex')
    .slice(0, 40);
}

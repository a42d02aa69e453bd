import { hash } from 'node:crypto';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import type { SubmissionKind } from '@callpoint/contract/catalog';

export type MessageIdentity = {
  kind: SubmissionKind | 'test';
  /** A random number for a test. */
  submissionId: number;
  /** When the submission was stored, ISO 8601. */
  createdAt: string;
  channel: Channel;
  role: DeliveryRole;
  address: string;
  /** The step of an escalation, whose address may get a message of another step in the same millisecond. */
  step?: number | undefined;
};

/**
 * The idempotency key of a message: the same at every attempt, different for every other message; 40 characters 0-9a-f.
 * It contains the time because ids restart at 1 in a new or restored database, and mail servers discard emails with a
 * Message-ID that they have seen before. It starts with the time, so that new keys are next to each other in their index:
 * a random place would be another page to write for each message.
 */
export function messageKey(message: MessageIdentity): string {
  const { kind, submissionId, createdAt, channel, role, address, step } = message;
  const parts = [kind, submissionId, createdAt, channel, role, address];
  const identity = hash('sha256', JSON.stringify(step === undefined ? parts : [...parts, step]), 'hex');
  return (Date.parse(createdAt).toString(16).padStart(12, '0') + identity).slice(0, 40);
}

import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { OutboxItem } from '../storage/database.ts';

/** The order in which the outbox sends, and when it tries again. */

export function isEmergency({ kind, item_id }: Pick<OutboxItem, 'kind' | 'item_id'>): boolean {
  return kind === 'button' && item_id === EMERGENCY_BUTTON_ID;
}

/** Emergencies first, then the oldest. */
export function inSendingOrder(items: readonly OutboxItem[]): OutboxItem[] {
  return items.toSorted(
    (a, b) =>
      Number(isEmergency(b)) - Number(isEmergency(a)) ||
      a.pressed_at.localeCompare(b.pressed_at) ||
      a.client_id.localeCompare(b.client_id),
  );
}

/** True for an item that the server may still accept. */
export function isWaiting({ received, problem }: Pick<OutboxItem, 'received' | 'problem'>): boolean {
  return received === null && problem?.code !== 'rejected';
}

/** Whether a new submission may be sent now, before everything else of the person that waits. */
export function comesFirst(item: OutboxItem, stored: readonly OutboxItem[]): boolean {
  const others = stored.filter((other) => other.user_id === item.user_id && isWaiting(other));
  return item.send_at === null && inSendingOrder([...others, item])[0] === item;
}

/** The longest that a submission waits for its location, in milliseconds. */
export const LONGEST_LOCATING = 3_000;

/** After this time without a response, in milliseconds, a submission counts as not sent; the phone keeps trying. */
export const NOT_SENT_AFTER = 10_000;

const LONGEST_WAIT = { emergency: 5_000, other: 60_000 } as const;
const LONGEST_CALL = { emergency: 30_000, other: 90_000 } as const;

/** Milliseconds until the next attempt after a number of failed ones. */
export function waitAfter(attempts: number, emergency: boolean): number {
  return Math.min(LONGEST_WAIT[emergency ? 'emergency' : 'other'], 1000 * 2 ** Math.max(0, attempts - 1));
}

/** Milliseconds that one attempt may take: a slow network gets more time with each. */
export function callTimeout(attempts: number, emergency: boolean): number {
  return Math.min(LONGEST_CALL[emergency ? 'emergency' : 'other'], 10_000 * 2 ** Math.min(attempts, 4));
}

/** The server ends calls after this time. Milliseconds. */
const LONGEST_UPLOAD = 300_000;
/** Bytes that a slow network sends in a millisecond: 32 kbit/s. */
const SLOW_BYTES = 4;

/** Milliseconds that the upload of a picture may take: an interrupted one starts again from its first byte. */
export function uploadTimeout(timeout: number, bytes: number): number {
  return Math.min(LONGEST_UPLOAD, Math.max(timeout, bytes / SLOW_BYTES));
}

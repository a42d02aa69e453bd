import type { HeldByLimit } from '@callpoint/alerts/plan/allowance';

/** Why messages are held, as `delivery.held_for` stores it. */
export const HELD_REASONS = ['channel', 'limit', 'unconfirmed', 'restored'] as const satisfies (
  | HeldByLimit
  | 'channel'
  | 'restored'
)[];
export type HeldReason = (typeof HELD_REASONS)[number];

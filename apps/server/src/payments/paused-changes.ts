import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { Actor } from '../db/audit.ts';
import type { TenantDb } from '../db/tenant.ts';
import { findOverdue } from './overdue.ts';

/**
 * Why app users of a subscriber cannot be added and its settings cannot be changed, or null. The only place that decides
 * this. Presses and alerts never ask it.
 */
export async function pausedReason(
  tenant: TenantDb,
  teamId: number,
  now = new Date(),
): Promise<string | null> {
  const overdue = await tenant.transaction((_, { payments }) => findOverdue(payments, teamId));
  if (!overdue || now.toISOString() < overdue.pausedFrom) return null;
  const day = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone: overdue.timeZone ?? DEFAULT_ZONE,
  });
  return pausedText(tenant.actor, day.format(new Date(overdue.since)));
}

function pausedText({ role }: Actor, since: string): string {
  return role === 'admin'
    ? `The payment of this subscriber has been overdue since ${since}. App users cannot be added and settings cannot be changed until it is paid.`
    : `Your payment has been overdue since ${since}. You cannot add app users or change settings until it is paid. Replace the card on your profile. Alerts continue.`;
}

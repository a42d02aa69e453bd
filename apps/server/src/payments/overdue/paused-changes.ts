import type { Actor } from '../../db/history/audit.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { findOverdue, type Overdue } from './overdue.ts';
import { overdueDay } from './overdue-day.ts';

/**
 * Why app users of a subscriber cannot be added and its settings cannot be changed, or null. The only place that decides
 * this. Presses and alerts do not depend on it.
 */
export async function pausedReason(
  tenant: TenantDb,
  teamId: number,
  now = new Date(),
): Promise<string | null> {
  const overdue = await tenant.transaction((_, { payments }) => findOverdue(payments, teamId));
  if (!overdue || !isPaused(overdue, now)) return null;
  return pausedText(tenant.actor, overdueDay(overdue.since, overdue.timeZone));
}

/** Whether the grace period is over. */
export function isPaused({ pausedFrom }: Pick<Overdue, 'pausedFrom'>, now: Date): boolean {
  return pausedFrom <= now.toISOString();
}

function pausedText({ role }: Actor, since: string): string {
  return role === 'admin'
    ? `The payment of this subscriber has been overdue since ${since}. App users can’t be added and settings can’t be changed until it is paid.`
    : `Your payment has been overdue since ${since}. You can’t add app users or change settings until it is paid. Replace the card on your profile. Alerts continue.`;
}

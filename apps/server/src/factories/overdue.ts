import { DAY } from '../scheduling/durations.ts';
import type { Db } from '../db/tables.ts';

/** Makes the payment of a subscriber's subscription overdue for a number of days; null: it is paid. */
export async function setOverdue(
  db: Db,
  teamId: number,
  days: number | null,
  now = Date.now(),
): Promise<void> {
  await db.updateTable('team').set({ plan: 'paid', is_paid: 1 }).where('id', '=', teamId).execute();
  await db
    .updateTable('subscription')
    .set({
      status: days === null ? 'active' : 'past_due',
      unpaid_since: days === null ? null : new Date(now - days * DAY).toISOString(),
      amount: 2995,
      currency: 'usd',
      term_unit: 'month',
      term_count: 1,
    })
    .where('team_id', '=', teamId)
    .execute();
}

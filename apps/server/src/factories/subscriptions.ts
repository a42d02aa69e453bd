import type { NewRow, Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';

/** Plans and subscriptions, for tests, demo data and measurements. */

/** A plan that a subscriber can pay for. */
export async function buildPlan(
  db: Db,
  overrides: Partial<Omit<NewRow<'plan'>, 'id'>> = {},
  now = new Date(),
): Promise<Row<'plan'>> {
  return await db
    .insertInto('plan')
    .values({
      plan_name: '1-10 end users',
      plan_cost_cents: 2995,
      plan_term: 'Monthly',
      plan_stripe_id: 'price_10_monthly',
      max_users: 10,
      updated_at: now.toISOString(),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const UNREAD = { reads_started: 0, read_stored: 0 };
const NEW = { ...UNREAD, overdue_emails: 0, overdue_email_attempts: 0 };

/** Stores a subscription as the payment provider would report it, and assigns it to its subscriber. */
export async function buildSubscription(
  db: Db,
  subscription: Omit<NewRow<'subscription'>, keyof typeof NEW> & Partial<NewRow<'subscription'>>,
): Promise<void> {
  await db
    .insertInto('subscription')
    .values({ ...NEW, ...subscription })
    .execute();
  await db
    .updateTable('team')
    .set({ subscription_id: subscription.id })
    .where('id', '=', subscription.team_id)
    .execute();
}

/** Adds entries to a subscriber's history, oldest first. */
export async function buildHistory(
  db: Db,
  teamId: number,
  entries: readonly Omit<NewRow<'subscription_history'>, 'id' | 'team_id'>[],
): Promise<void> {
  await db
    .insertInto('subscription_history')
    .values(entries.map((entry) => ({ ...entry, team_id: teamId })))
    .execute();
}

/** Stores a paid invoice as the payment provider would report it. */
export async function buildInvoice(
  db: Db,
  invoice: Pick<NewRow<'payment_invoice'>, 'team_id' | 'invoice_id'> & Partial<NewRow<'payment_invoice'>>,
  now = new Date(),
): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto('payment_invoice')
    .values({
      ...UNREAD,
      subscription_id: null,
      number: null,
      status: 'paid',
      amount_due: 2995,
      amount_paid: 2995,
      amount_refunded: 0,
      is_disputed: 0,
      currency: 'usd',
      created_at: at,
      paid_at: at,
      failed_at: null,
      next_attempt_at: null,
      receipt_sent_at: at,
      receipt_due_at: null,
      receipt_attempts: 0,
      ...invoice,
    })
    .execute();
}

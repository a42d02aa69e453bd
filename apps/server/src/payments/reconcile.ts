import type { FastifyBaseLogger } from 'fastify';
import type { Stripe } from 'stripe';
import { DAY, MINUTE } from '../scheduling/durations.ts';
import { compareInvoices } from './invoices/compare-invoices.ts';
import type { ChangeKind, PaymentChange } from './subscriptions/changes.ts';
import { isProviderError } from './provider/provider-errors.ts';
import { PaymentsUnavailable, type PaymentService } from './provider/service.ts';
import { compareSubscriptions } from './subscriptions/compare-subscriptions.ts';
import { settleOpenChange } from './subscriptions/settle-change.ts';

/** Customers that one run compares; the next run continues. */
const MOST_CUSTOMERS = 200;
/**
 * A request that is still open after this time was interrupted. The payment of a purchase or of a change of plan may
 * wait for its authentication for 23 hours.
 */
const INTERRUPTED: Readonly<Record<ChangeKind, number>> = {
  purchase: DAY,
  plan: DAY,
  cancel: 5 * MINUTE,
  resume: 5 * MINUTE,
  stop: 5 * MINUTE,
};

export type Reconciled = { compared: number; fixed: number };

/**
 * Compares the subscriptions and invoices of each customer with the provider's once a day, and finds out the outcome of
 * interrupted requests. Differences are fixed as the provider reports, and logged. Several processes may call it: each
 * claims a customer before it is compared.
 */
export async function reconcilePayments(
  service: PaymentService,
  log: FastifyBaseLogger,
  { now = new Date(), stopping }: { now?: Date; stopping?: AbortSignal } = {},
): Promise<Reconciled> {
  const result = { compared: 0, fixed: 0 };
  let stripe: Stripe;
  try {
    stripe = await service.open();
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return result;
    throw error;
  }
  for (const change of await interruptedChanges(service, now)) {
    if (stopping?.aborted) return result;
    const about = { subscriber: change.team_id, kind: change.kind };
    try {
      await settleOpenChange(service, change);
      log.info(about, 'an interrupted payment request was settled');
    } catch (error) {
      // The next run tries again; the other requests do not wait for it.
      if (!isProviderError(error)) throw error;
      log.warn({ ...about, code: error.code }, 'an interrupted payment request could not be settled');
    }
  }
  for (; result.compared < MOST_CUSTOMERS; result.compared += 1) {
    if (stopping?.aborted) break;
    const customer = await claimCustomer(service, now);
    if (customer === null) break;
    result.fixed += await compareCustomer(service, stripe, log, { ...customer, now });
  }
  return result;
}

async function interruptedChanges({ payments }: PaymentService, now: Date): Promise<PaymentChange[]> {
  const open = await payments
    .selectFrom('payment_change')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('id')
    .execute();
  return open.filter(
    ({ kind, created_at }) => Date.parse(created_at) < now.getTime() - INTERRUPTED[kind as ChangeKind],
  );
}

type Customer = { customer: string; teamId: number };

/** A customer that was not compared for a day, or null. Another process does not get the same one. */
async function claimCustomer({ payments }: PaymentService, now: Date): Promise<Customer | null> {
  const before = new Date(now.getTime() - DAY).toISOString();
  return await payments.transaction(async (tx) => {
    const due = await tx
      .selectFrom('payment_customer')
      .select(['id', 'team_id', 'customer_id'])
      .where((row) => row.or([row('checked_at', 'is', null), row('checked_at', '<', before)]))
      .orderBy('id')
      .limit(1)
      .modifyEnd(tx.rowLock('update skip locked'))
      .executeTakeFirst();
    if (!due) return null;
    await tx
      .updateTable('payment_customer')
      .set({ checked_at: now.toISOString() })
      .where('id', '=', due.id)
      .execute();
    return { customer: due.customer_id, teamId: due.team_id };
  });
}

/** The number of subscriptions and invoices that differed. */
async function compareCustomer(
  service: PaymentService,
  stripe: Stripe,
  log: FastifyBaseLogger,
  { customer, teamId, now }: Customer & { now: Date },
): Promise<number> {
  let fixed = 0;
  try {
    const current = await compareSubscriptions(service, stripe, { customer, teamId }, (differed) => {
      fixed += 1;
      log.warn({ ...differed, subscriber: teamId }, 'a subscription differed from the payment provider');
    });
    await reportProblems(service, log, { customer, teamId }, current);
    const invoices = await compareInvoices(service, stripe, customer, now);
    if (invoices.length > 0) log.warn({ customer, invoices }, 'invoices differed from the payment provider');
    fixed += invoices.length;
  } catch (error) {
    // Keys of another account do not know the customer. The next run tries again after a day.
    if (!isProviderError(error)) throw error;
    log.warn({ type: error.type, code: error.code, customer }, 'a customer could not be compared');
  }
  return fixed;
}

/** Logs what a person must decide, each day until it is done: nothing else may have noticed it. */
async function reportProblems(
  { payments }: PaymentService,
  log: FastifyBaseLogger,
  { customer, teamId }: Customer,
  current: readonly Stripe.Subscription[],
): Promise<void> {
  const about = { customer, subscriber: teamId };
  if (current.length > 1) {
    log.error({ ...about, subscriptions: idsOf(current) }, 'a subscriber has two subscriptions');
  }
  const renewed = current.filter(({ cancel_at_period_end }) => !cancel_at_period_end);
  if (renewed.length === 0) return;
  const query = payments.selectFrom('team').select('status').where('id', '=', teamId);
  if ((await query.executeTakeFirst())?.status === 0) {
    log.error(
      { ...about, subscriptions: idsOf(renewed) },
      'a blocked account is charged: cancel its subscriptions in the provider’s console, or unblock it',
    );
  }
}

function idsOf(subscriptions: readonly Stripe.Subscription[]): string[] {
  return subscriptions.map(({ id }) => id);
}

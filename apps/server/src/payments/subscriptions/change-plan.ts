import type { ChangeQuote } from '@callpoint/contract/subscription-changes';
import type { Stripe } from 'stripe';
import { ChangeRejected, type ProviderCall } from './change-subscription.ts';
import type { ChosenPlan } from './changes.ts';
import { idOf, momentOf } from '../provider/reported-values.ts';

/** Seconds that a quoted price is valid. */
const QUOTE_VALID = 3600;

const SAME_PLAN = 'This is the current plan. Choose another plan.';
const SCHEDULED = 'The subscription is scheduled to stop. Undo that first, then change the plan.';
const OVERDUE = 'A payment is overdue. Make it first, then change the plan.';
const OLD_QUOTE = 'The price may have changed. Check it again, then confirm it.';
const DECLINED = 'Your card was declined.';

export type Quote = Pick<ChangeQuote, 'due_now' | 'currency' | 'quoted_at'>;

/**
 * What another plan costs as of a moment, by the provider's clock, that the change then uses.
 * @param quotedAt in seconds since 1970; default: now
 */
export async function quoteChange(
  stripe: Stripe,
  subscriptionId: string,
  priceId: string,
  quotedAt?: number,
): Promise<ChangeQuote> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const item = changeableItem(subscription, priceId);
  if (quotedAt !== undefined && !isInPeriod(quotedAt, item)) throw new ChangeRejected(OLD_QUOTE);
  const price = await stripe.prices.retrieve(priceId);
  const preview = await stripe.invoices.createPreview({
    subscription: subscriptionId,
    subscription_details: {
      items: [{ id: item.id, price: priceId }],
      proration_behavior: 'always_invoice',
      ...(quotedAt === undefined ? {} : { proration_date: quotedAt }),
    },
  });
  if (quotedAt !== undefined && preview.created - quotedAt > QUOTE_VALID) throw new ChangeRejected(OLD_QUOTE);
  return {
    due_now: Math.max(0, preview.amount_due),
    credit: Math.max(0, -preview.total),
    renewal: price.unit_amount ?? 0,
    currency: preview.currency,
    renews_at: momentOf(
      Math.max(item.current_period_end, ...preview.lines.data.map(({ period }) => period.end)),
    ),
    quoted_at: quotedAt ?? preview.created,
  };
}

/** The item of the subscription, unless its state does not allow another price. */
function changeableItem(subscription: Stripe.Subscription, priceId: string): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`);
  if (item.price.id === priceId) throw new ChangeRejected(SAME_PLAN, 'selectedPlan');
  if (subscription.cancel_at_period_end) throw new ChangeRejected(SCHEDULED);
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') {
    throw new ChangeRejected(OVERDUE);
  }
  return item;
}

function isInPeriod(seconds: number, item: Stripe.SubscriptionItem): boolean {
  return seconds >= item.current_period_start && seconds <= item.current_period_end;
}

/** `authenticate`: the bank asks the person first. */
export type PlanChanged =
  | { state: 'changed' }
  | { state: 'authenticate'; clientSecret: string; pageUrl: string | null };

/**
 * The call that changes the price of a subscription, if it still costs what was quoted. The new price applies once its
 * payment succeeds: a declined card changes nothing.
 */
export function changePlanCall({ price_id }: ChosenPlan, quote: Quote): ProviderCall<PlanChanged> {
  return async (stripe, id, start) => {
    await requireQuote(stripe, id, price_id, quote);
    const before = await stripe.subscriptions.retrieve(id);
    if (before.pending_update) {
      await start();
      await voidOpenInvoice(stripe, before);
    }
    const updated = await stripe.subscriptions.update(
      id,
      {
        items: [{ id: changeableItem(before, price_id).id, price: price_id }],
        proration_behavior: 'always_invoice',
        proration_date: quote.quoted_at,
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
      },
      await start(),
    );
    if (!updated.pending_update) return { state: 'changed' };
    return await unpaid(stripe, updated);
  };
}

async function requireQuote(stripe: Stripe, id: string, priceId: string, quote: Quote): Promise<void> {
  const { due_now, currency } = await quoteChange(stripe, id, priceId, quote.quoted_at);
  if (due_now !== quote.due_now || currency !== quote.currency) throw new ChangeRejected(OLD_QUOTE);
}

/** The payment of a change waits for the person's bank, or failed. */
async function unpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<PlanChanged> {
  const { latest_invoice: invoice } = subscription;
  if (typeof invoice !== 'object' || !invoice) throw new Error(`${subscription.id} has no invoice`);
  const payment = invoice.payments?.data[0]?.payment.payment_intent;
  const intent = await stripe.paymentIntents.retrieve(idOf(payment) ?? '');
  const secret = invoice.confirmation_secret?.client_secret;
  if (intent.status === 'requires_action' && secret) {
    return { state: 'authenticate', clientSecret: secret, pageUrl: invoice.hosted_invoice_url ?? null };
  }
  await voidOpenInvoice(stripe, subscription);
  throw new ChangeRejected(intent.last_payment_error?.message ?? DECLINED);
}

/** Discards a change whose payment is open. */
async function voidOpenInvoice(stripe: Stripe, { latest_invoice }: Stripe.Subscription): Promise<void> {
  const invoice = idOf(latest_invoice);
  if (invoice === null) return;
  const { status } = await stripe.invoices.retrieve(invoice);
  if (status === 'open') await stripe.invoices.voidInvoice(invoice);
}

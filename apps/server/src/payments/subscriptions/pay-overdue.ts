import type { CardState } from '@callpoint/contract/payment-cards';
import type { Stripe } from 'stripe';
import { isInvalid } from '../provider/provider-errors.ts';
import { idOf } from '../provider/reported-values.ts';
import type { PaymentService } from '../provider/service.ts';
import { syncInvoice } from '../invoices/sync-invoice.ts';
import { isOverdue } from './subscription-state.ts';
import { syncSubscription } from './sync-subscription.ts';

/** The code of the rejection of a payment whose bank asks the person to authenticate it. */
const ACTION_REQUIRED = 'invoice_payment_intent_requires_action';

/** The new card is on file, and it did not pay what is overdue. */
export class OverdueUnpaid extends Error {
  constructor(reason: string) {
    super(`Your new card is on file, but it did not pay the overdue invoice: ${reason}`);
  }
}

/** The provider has not decided yet whether a payment succeeds. */
export class PaymentProcessing extends Error {}

/** Attempts to pay one invoice with one card whose authentication failed; then the card must be entered again. */
const MOST_ATTEMPTS = 10;
const NOT_AUTHENTICATED = 'Your bank could not confirm that it was you.';

/** Invoices of one subscription that are paid; more are paid by another call. */
const MOST = 100;

/**
 * Pays the unpaid invoices of an overdue subscription with a card, the oldest first, and stores what the provider then
 * reports. Throws an OverdueUnpaid with the reason if the card is declined: the invoices before it are paid. Nothing is
 * overdue any more after `paid`, also if an earlier call or an authentication has paid with the card.
 * @param given.attempt repeated calls of one attempt charge the card once, and try again after a failed authentication
 */
export async function payOverdue(
  service: PaymentService,
  id: string,
  { method, attempt }: { method: string; attempt: string },
): Promise<{ state: CardState; clientSecret: string | null }> {
  const stripe = await service.open();
  const { status, latest_invoice } = await stripe.subscriptions.retrieve(id);
  const invoices = isOverdue(status) ? await unpaidInvoices(stripe, id) : [];
  for (const invoice of invoices) {
    const problem = await pay(stripe, invoice, { method, attempt });
    await syncSubscription(service, id);
    await syncInvoice(service, invoice);
    if (problem === null) continue;
    if (problem.code !== ACTION_REQUIRED) throw new OverdueUnpaid(problem.message);
    return { state: 'authenticate', clientSecret: await secretOf(stripe, invoice) };
  }
  if (invoices.length > 0) return { state: 'paid', clientSecret: null };
  const latest = idOf(latest_invoice);
  if (latest === null || !(await hasPaid(stripe, latest, method)))
    return { state: 'saved', clientSecret: null };
  // The event of a payment that the person authenticated may not have arrived yet.
  await syncSubscription(service, id);
  await syncInvoice(service, latest);
  return { state: 'paid', clientSecret: null };
}

/** Open invoices, and the drafts that the provider no longer collects for an unpaid subscription; the oldest first. */
async function unpaidInvoices(stripe: Stripe, subscription: string): Promise<string[]> {
  const found: Stripe.Invoice[] = [];
  for (const status of ['open', 'draft'] as const) {
    found.push(...(await stripe.invoices.list({ subscription, status, limit: MOST })).data);
  }
  return found
    .filter(({ status, auto_advance }) => status === 'open' || !auto_advance)
    .toSorted((one, other) => one.created - other.created)
    .map(({ id }) => id);
}

/**
 * Why the card was declined, or null if the invoice is paid. Each attempt has its own key: calls of the same attempt, also
 * concurrent ones, get one stored response, and the next attempt starts only after the authentication has failed.
 */
async function pay(
  stripe: Stripe,
  invoice: string,
  { method, attempt }: { method: string; attempt: string },
): Promise<{ code?: string | undefined; message: string } | null> {
  for (let count = 0; count < MOST_ATTEMPTS; count += 1) {
    try {
      const params = { payment_method: method, off_session: false };
      const idempotencyKey = `callpoint-pay-${invoice}-${attempt}-${count}`;
      await stripe.invoices.pay(invoice, params, { idempotencyKey });
      return null;
    } catch (error) {
      const declined = (error as { type?: string }).type === 'StripeCardError';
      if (!declined && !isInvalid(error)) throw error;
      // The provider retried the payment at the same time, or the person has authenticated it since this stored response.
      const { status, intent } = await readPayment(stripe, invoice);
      if (status === 'paid' || intent?.status === 'succeeded') return null;
      if (intent?.status === 'processing') throw new PaymentProcessing('the payment is being processed');
      if (!declined) throw error;
      const problem = error as Stripe.errors.StripeError;
      const hasEnded = problem.code === ACTION_REQUIRED && intent?.status === 'requires_payment_method';
      if (!hasEnded) return problem;
    }
  }
  return { message: NOT_AUTHENTICATED };
}

/** Whether this card has paid an invoice. */
async function hasPaid(stripe: Stripe, invoice: string, method: string): Promise<boolean> {
  const { status, intent } = await readPayment(stripe, invoice);
  return status === 'paid' && idOf(intent?.payment_method) === method;
}

/** The state of an invoice and its payment, which is null if nothing was due. */
async function readPayment(
  stripe: Stripe,
  invoice: string,
): Promise<{ status: Stripe.Invoice.Status | null; intent: Stripe.PaymentIntent | null }> {
  const { status, payments } = await stripe.invoices.retrieve(invoice, {
    expand: ['payments.data.payment.payment_intent'],
  });
  const intent = payments?.data.find(({ is_default }) => is_default)?.payment.payment_intent;
  return { status, intent: typeof intent === 'object' ? intent : null };
}

async function secretOf(stripe: Stripe, invoice: string): Promise<string | null> {
  const { confirmation_secret } = await stripe.invoices.retrieve(invoice, {
    expand: ['confirmation_secret'],
  });
  return confirmation_secret?.client_secret ?? null;
}

import type { CardState } from '@callpoint/contract/payment-cards';
import type { Stripe } from 'stripe';
import { ChangeRejected } from './change-subscription.ts';
import { isInvalid } from './provider-errors.ts';
import type { PaymentService } from './service.ts';
import { syncInvoice } from './sync-invoice.ts';
import { syncSubscription } from './sync-subscription.ts';

/** The code of the rejection of a payment whose bank asks the person to authenticate it. */
const ACTION_REQUIRED = 'invoice_payment_intent_requires_action';

const failed = (reason: string) =>
  `Your new card is on file, but it did not pay the overdue invoice: ${reason}`;

/**
 * Pays the overdue invoice of a subscription with a card, if there is one, and stores what the provider then reports.
 * Throws a ChangeRejected with the reason if the card is declined.
 * @param given.attempt repeated calls of one attempt charge the card once
 */
export async function payOverdue(
  service: PaymentService,
  id: string,
  { method, attempt }: { method: string; attempt: string },
): Promise<{ state: CardState; clientSecret: string | null }> {
  const stripe = await service.open();
  const { status, latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  const invoice = typeof latest_invoice === 'object' ? latest_invoice : null;
  const isOverdue = status === 'past_due' || status === 'unpaid';
  if (!isOverdue || invoice?.status !== 'open') return { state: 'saved', clientSecret: null };
  const problem = await pay(stripe, invoice.id, { method, attempt });
  await syncSubscription(service, id);
  await syncInvoice(service, invoice.id);
  if (problem === null) return { state: 'paid', clientSecret: null };
  if (problem.code !== ACTION_REQUIRED) throw new ChangeRejected(failed(problem.message));
  return { state: 'authenticate', clientSecret: await secretOf(stripe, invoice.id) };
}

/** Why the card was declined, or null if the invoice is paid. */
async function pay(
  stripe: Stripe,
  invoice: string,
  { method, attempt }: { method: string; attempt: string },
): Promise<Stripe.errors.StripeError | null> {
  try {
    await stripe.invoices.pay(
      invoice,
      { payment_method: method, off_session: false },
      { idempotencyKey: `callpoint-pay-${invoice}-${attempt}` },
    );
    return null;
  } catch (error) {
    if ((error as { type?: string }).type === 'StripeCardError') return error as Stripe.errors.StripeError;
    // The provider retried the payment at the same time.
    if (isInvalid(error) && (await stripe.invoices.retrieve(invoice)).status === 'paid') return null;
    throw error;
  }
}

async function secretOf(stripe: Stripe, invoice: string): Promise<string | null> {
  const { confirmation_secret } = await stripe.invoices.retrieve(invoice, {
    expand: ['confirmation_secret'],
  });
  return confirmation_secret?.client_secret ?? null;
}

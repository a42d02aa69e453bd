import type { CardState, PaymentCard } from '@callpoint/contract/payment-cards';
import type { Stripe } from 'stripe';
import type { Actor } from '../../db/history/audit.ts';
import { addHistory } from '../../db/history/subscription-history.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { ChangeRejected } from './change-subscription.ts';
import { findCustomer } from '../provider/customers.ts';
import { historyTexts } from './history-texts.ts';
import { idOf } from '../provider/reported-values.ts';
import { payOverdue } from './pay-overdue.ts';
import { isMissing } from '../provider/provider-errors.ts';
import { currentSubscription } from './current-subscription.ts';
import type { PaymentService } from '../provider/service.ts';

const NO_CUSTOMER = 'You have not paid for a plan yet, so there is no card to replace.';
const FOREIGN = 'This card does not belong to your account. Enter it again.';
const NOT_STORED = 'The card was not stored. Enter it again.';

/** The card that pays the subscriber's next invoice, or null. */
export async function readCard(service: PaymentService, teamId: number): Promise<PaymentCard | null> {
  const stripe = await service.open();
  const customer = await findCustomer(service.payments, teamId);
  if (customer === null) return null;
  const subscription = await currentSubscription(service.payments, teamId);
  const own = subscription === null ? null : await cardOfSubscription(stripe, subscription);
  const card = own ?? (await cardOfCustomer(stripe, customer));
  if (!card) return null;
  const { brand, last4, exp_month, exp_year } = card;
  return { brand, last4, exp_month, exp_year };
}

async function cardOfSubscription(stripe: Stripe, id: string): Promise<Stripe.PaymentMethod.Card | null> {
  const { default_payment_method } = await stripe.subscriptions.retrieve(id, {
    expand: ['default_payment_method'],
  });
  return cardOf(default_payment_method);
}

async function cardOfCustomer(stripe: Stripe, id: string): Promise<Stripe.PaymentMethod.Card | null> {
  const customer = await stripe.customers.retrieve(id, {
    expand: ['invoice_settings.default_payment_method'],
  });
  return customer.deleted ? null : cardOf(customer.invoice_settings.default_payment_method);
}

function cardOf(method: string | Stripe.PaymentMethod | null): Stripe.PaymentMethod.Card | null {
  return (typeof method === 'object' && method?.card) || null;
}

/**
 * The secret with which the provider's script stores a new card.
 * @param attempt repeated calls of one attempt return the same secret
 */
export async function startCard(service: PaymentService, teamId: number, attempt: string): Promise<string> {
  const stripe = await service.open();
  const customer = await requireCustomer(service, teamId);
  const { client_secret } = await stripe.setupIntents.create(
    { customer, usage: 'off_session', allowed_payment_method_types: ['card'] },
    { idempotencyKey: `callpoint-card-${customer}-${attempt}` },
  );
  if (client_secret === null) throw new Error('the setup intent has no secret');
  return client_secret;
}

/** Makes a stored card the default of the subscriber, and pays an overdue invoice with it. Calls may be repeated. */
export async function finishCard(
  service: PaymentService,
  { teamId, actor, setupIntent }: { teamId: number; actor: Actor; setupIntent: string },
): Promise<{ state: CardState; clientSecret: string | null }> {
  const stripe = await service.open();
  const customer = await requireCustomer(service, teamId);
  const method = await storedMethod(stripe, customer, setupIntent);
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  const subscription = await currentSubscription(service.payments, teamId);
  if (subscription === null) return { state: 'saved', clientSecret: null };
  const { default_payment_method } = await stripe.subscriptions.retrieve(subscription);
  if (idOf(default_payment_method) !== method) {
    await stripe.subscriptions.update(subscription, { default_payment_method: method });
    await service.payments.transaction((tx) =>
      addHistory(new TenantDb(tx, { teamId }, actor), teamId, historyTexts.cardReplaced),
    );
  }
  return await payOverdue(service, subscription, { method, attempt: setupIntent });
}

async function requireCustomer({ payments }: PaymentService, teamId: number): Promise<string> {
  const customer = await findCustomer(payments, teamId);
  if (customer === null) throw new ChangeRejected(NO_CUSTOMER);
  return customer;
}

/** The card of a setup intent. Throws for one of another customer, or without a card. */
async function storedMethod(stripe: Stripe, customer: string, id: string): Promise<string> {
  const intent = await stripe.setupIntents.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) throw new ChangeRejected(FOREIGN);
    throw error;
  });
  if (idOf(intent.customer) !== customer) throw new ChangeRejected(FOREIGN);
  const method = idOf(intent.payment_method);
  if (intent.status !== 'succeeded' || method === null) throw new ChangeRejected(NOT_STORED);
  return method;
}

import type { Stripe } from 'stripe';
import { failAuthentication, payIntent } from './billing/payments.ts';
import { authenticationError, cardError, type Card } from './cards.ts';
import { publish } from './events.ts';
import { invalid, missing, ProviderError, type ErrorBody } from './http/errors.ts';
import { attach, createPaymentMethod } from './resources/payment-methods.ts';
import { follow, get, idOf, snapshot, type State } from './state.ts';

/** What the browser's script resolves with. */
export type PaymentResult =
  | { paymentIntent: Stripe.PaymentIntent; error?: undefined }
  | { error: ErrorBody; paymentIntent?: undefined };
export type SetupResult =
  | { setupIntent: Stripe.SetupIntent; error?: undefined }
  | { error: ErrorBody; setupIntent?: undefined };

const PAYABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Confirms a payment with a card that the person enters, or with the id of a stored payment method. */
export function confirmCard(state: State, clientSecret: string, card: Card | `pm_${string}`): PaymentResult {
  return resultOf(() => {
    const intent = bySecret(state.paymentIntents, clientSecret, 'payment_intent');
    requireStatus(intent, PAYABLE);
    const error = payIntent(state, intent, methodOf(state, card));
    if (error) throw new ProviderError(402, { ...error, payment_intent: snapshot(intent) });
    return { paymentIntent: snapshot(intent) };
  });
}

/** The person completes the authentication of their bank, or fails it. */
export function authenticatePayment(
  state: State,
  clientSecret: string,
  isSuccessful: boolean,
): PaymentResult {
  return resultOf(() => {
    const intent = bySecret(state.paymentIntents, clientSecret, 'payment_intent');
    requireStatus(intent, ['requires_action']);
    if (!isSuccessful) {
      const error = failAuthentication(state, intent);
      throw new ProviderError(402, { ...error, payment_intent: snapshot(intent) });
    }
    const method = follow(state.paymentMethods, idOf(intent.payment_method));
    state.cards.set(method.id, 'ok');
    const error = payIntent(state, intent, method, { isAuthenticated: true });
    if (error) throw new ProviderError(402, { ...error, payment_intent: snapshot(intent) });
    return { paymentIntent: snapshot(intent) };
  });
}

/** Stores a card without charging it. */
export function confirmSetup(state: State, clientSecret: string, card: Card | `pm_${string}`): SetupResult {
  return resultOf(() => {
    const intent = bySecret(state.setupIntents, clientSecret, 'setup_intent');
    requireStatus(intent, PAYABLE);
    const method = methodOf(state, card);
    const behavior = state.cards.get(method.id) ?? 'ok';
    if (behavior === 'authenticate') {
      intent.payment_method = method.id;
      intent.status = 'requires_action';
      intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
      publish(state, 'setup_intent.requires_action', intent);
      return { setupIntent: snapshot(intent) };
    }
    const error = cardError(behavior);
    if (error) throw failSetup(state, intent, method, error);
    return completeSetup(state, intent, method);
  });
}

export function authenticateSetup(state: State, clientSecret: string, isSuccessful: boolean): SetupResult {
  return resultOf(() => {
    const intent = bySecret(state.setupIntents, clientSecret, 'setup_intent');
    requireStatus(intent, ['requires_action']);
    const method = follow(state.paymentMethods, idOf(intent.payment_method));
    if (!isSuccessful) throw failSetup(state, intent, method, authenticationError('setup_intent'));
    state.cards.set(method.id, 'ok');
    return completeSetup(state, intent, method);
  });
}

function completeSetup(state: State, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): SetupResult {
  intent.status = 'succeeded';
  intent.payment_method = method.id;
  intent.next_action = null;
  intent.last_setup_error = null;
  const customer = idOf(intent.customer);
  if (customer !== null) attach(state, method, customer);
  publish(state, 'setup_intent.succeeded', intent);
  return { setupIntent: snapshot(intent) };
}

function failSetup(
  state: State,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  error: ErrorBody,
): ProviderError {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_setup_error = { ...error, payment_method: method };
  publish(state, 'setup_intent.setup_failed', intent);
  return new ProviderError(402, { ...error, setup_intent: snapshot(intent) });
}

function methodOf(state: State, card: Card | `pm_${string}`): Stripe.PaymentMethod {
  return isMethodId(card)
    ? get(state.paymentMethods, card, 'payment_method', 'payment_method')
    : createPaymentMethod(state, card);
}

const isMethodId = (card: string): card is `pm_${string}` => card.startsWith('pm_');

function bySecret<T extends { client_secret: string | null; object: string }>(
  table: ReadonlyMap<string, T>,
  clientSecret: string,
  kind: string,
): T {
  const found = table.get(clientSecret.split('_secret_')[0] ?? '');
  if (found?.client_secret !== clientSecret) throw missing(kind, clientSecret, 'intent');
  return found;
}

function requireStatus(intent: Stripe.PaymentIntent | Stripe.SetupIntent, statuses: string[]): void {
  if (statuses.includes(intent.status)) return;
  throw invalid(
    `This intent has a status of ${intent.status}, so it cannot be confirmed.`,
    undefined,
    `${intent.object}_unexpected_state`,
  );
}

/** The browser's script returns errors instead of throwing them. */
function resultOf<T>(run: () => T): T | { error: ErrorBody } {
  try {
    return run();
  } catch (error) {
    if (error instanceof ProviderError) return { error: error.body };
    throw error;
  }
}

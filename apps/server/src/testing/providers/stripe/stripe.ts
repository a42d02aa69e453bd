import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { DAY } from './billing/periods.ts';
import {
  authenticatePayment,
  authenticateSetup,
  confirmCard,
  confirmSetup,
  type PaymentResult,
  type SetupResult,
} from './browser.ts';
import type { Card, ChargeDecision } from './cards.ts';
import { advance } from './clock.ts';
import type { Behavior } from './http/behavior.ts';
import { createApi, type ReceivedCall } from './http/server.ts';
import { closeDispute, openDispute } from './resources/disputes.ts';
import { createPaymentMethod } from './resources/payment-methods.ts';
import { createPrice, type DeclaredPrice } from './resources/prices.ts';
import { get, State, type AfterRetries } from './state.ts';
import { deliver, type Delivery } from './webhooks.ts';

/**
 * A simulated payment provider on loopback for tests. It responds as the published API does to the provider's own
 * client library, keeps its state in memory, and has a clock that only `advance` moves.
 */
export type TestStripe = {
  baseUrl: string;
  /** The options of the client library that reach this provider. */
  client: { host: string; port: number; protocol: 'http' };
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The environment variables of a server that uses this provider. Its keys belong in the configuration. */
  variables: Record<string, string>;
  /** Everything that is stored, and each attempt to charge a card. */
  state: State;
  /** All calls so far, in order. */
  calls: ReceivedCall[];
  /** Sets the function that is called at both steps of each call. Without an argument, all calls succeed. */
  behave(behavior?: Behavior): void;
  /** Decides how the card of each charge behaves from now on. Without an argument, as it did when it was entered. */
  decideCharges(decision?: ChargeDecision): void;
  declarePrice(price: DeclaredPrice): Stripe.Price;
  /** A payment method as the browser creates it, which belongs to no customer yet. */
  createCard(card: Card): Stripe.PaymentMethod;
  /** The person enters a card for a payment. */
  confirmCard(clientSecret: string, card: Card | `pm_${string}`): PaymentResult;
  /** The person completes or fails the authentication for a payment. */
  authenticate(clientSecret: string, isSuccessful: boolean): PaymentResult;
  /** The person enters a card to store. */
  confirmSetup(clientSecret: string, card: Card | `pm_${string}`): SetupResult;
  /** The person completes or fails the authentication for a card to store. */
  authenticateSetup(clientSecret: string, isSuccessful: boolean): SetupResult;
  /** The cardholder disputes a charge. */
  dispute(charge: string, reason?: string): Stripe.Dispute;
  closeDispute(dispute: string, status: 'won' | 'lost'): void;
  /** Moves the clock by days or a part of a day: renewals, retries, cancellations and the ends of trials happen. */
  advance(days: number): void;
  /** The total charged in the currency's smallest unit, without failed attempts; for one customer or for all. */
  totalCharged(customer?: string): number;
  /** All events so far, in order. */
  events(): Stripe.Event[];
  /** Posts one event with its signature. */
  deliver(
    url: string,
    event: Stripe.Event,
    options?: { secret?: string; timestamp?: number },
  ): Promise<Delivery>;
  /** Posts the events that were not delivered yet, one after the other, in the order that `arrange` returns. */
  deliverNew(url: string, arrange?: (events: Stripe.Event[]) => Stripe.Event[]): Promise<Delivery[]>;
  close(): Promise<void>;
};

export type StripeOptions = {
  /** Whether the keys are live keys. */
  livemode?: boolean;
  /** What happens to a subscription after the last retry of a failed payment. */
  afterRetries?: AfterRetries;
  /** The start of the clock. */
  start?: Date;
};

export async function startStripe({
  livemode = false,
  afterRetries = 'canceled',
  start = new Date(),
}: StripeOptions = {}): Promise<TestStripe> {
  const mode = livemode ? 'live' : 'test';
  const keys = { secret: `sk_${mode}_${'7'.repeat(24)}`, publishable: `pk_${mode}_${'7'.repeat(24)}` };
  const webhookSecret = 'whsec_a-secret-for-tests';
  const state = new State(livemode, afterRetries, Math.floor(start.getTime() / 1000));
  const calls: ReceivedCall[] = [];
  let behavior: Behavior = () => {};
  let delivered = 0;
  const server = createApi({ state, keys, behavior: () => behavior, calls });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const events = () => [...state.events.values()];

  const baseUrl = `http://127.0.0.1:${port}`;

  return {
    baseUrl,
    client: { host: '127.0.0.1', port, protocol: 'http' },
    secretKey: keys.secret,
    publishableKey: keys.publishable,
    webhookSecret,
    variables: { STRIPE_BASE_URL: baseUrl, STRIPE_WEBHOOK_SECRET: webhookSecret },
    state,
    calls,
    behave(next = () => {}) {
      behavior = next;
    },
    decideCharges(decision = () => undefined) {
      state.decideCharge = decision;
    },
    declarePrice: (price) => createPrice(state, price),
    createCard: (card) => createPaymentMethod(state, card),
    confirmCard: (clientSecret, card) => confirmCard(state, clientSecret, card),
    authenticate: (clientSecret, isSuccessful) => authenticatePayment(state, clientSecret, isSuccessful),
    confirmSetup: (clientSecret, card) => confirmSetup(state, clientSecret, card),
    authenticateSetup: (clientSecret, isSuccessful) => authenticateSetup(state, clientSecret, isSuccessful),
    dispute: (charge, reason) => openDispute(state, get(state.charges, charge, 'charge'), reason),
    closeDispute: (dispute, status) => closeDispute(state, get(state.disputes, dispute, 'dispute'), status),
    advance: (days) => advance(state, Math.round(days * DAY)),
    totalCharged: (customer) =>
      state.chargeRecords
        .filter(
          (each) => each.status === 'succeeded' && (customer === undefined || each.customer === customer),
        )
        .reduce((sum, { amount }) => sum + amount, 0),
    events,
    deliver: (url, event, options) => deliver(url, event, { secret: webhookSecret, ...options }),
    async deliverNew(url, arrange = (all) => all) {
      const fresh = events().slice(delivered);
      delivered += fresh.length;
      const deliveries: Delivery[] = [];
      for (const event of arrange(fresh)) {
        deliveries.push(await deliver(url, event, { secret: webhookSecret }));
      }
      return deliveries;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

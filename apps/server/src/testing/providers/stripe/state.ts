import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Card, ChargeDecision } from './cards.ts';
import { missing } from './http/errors.ts';

/** One attempt to charge a card, so that tests can compare the total charged with what was agreed. */
export type ChargeRecord = {
  id: string;
  amount: number;
  currency: string;
  customer: string | null;
  invoice: string | null;
  status: 'succeeded' | 'failed';
  /** In seconds of the simulated clock. */
  at: number;
};

/** A proration that waits for the next invoice of its subscription. */
export type PendingItem = { subscription: string; line: Stripe.InvoiceLineItem };

/** Whether the account cancels a subscription after the last retry, or what else it does. */
export type AfterRetries = 'canceled' | 'unpaid' | 'past_due';

/** Everything that the simulated provider stores, in the order of creation. */
export class State {
  readonly livemode: boolean;
  readonly afterRetries: AfterRetries;
  now: number;

  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly customers = new Map<string, Stripe.Customer>();
  readonly paymentMethods = new Map<string, Stripe.PaymentMethod>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly invoicePayments = new Map<string, Stripe.InvoicePayment>();
  readonly paymentIntents = new Map<string, Stripe.PaymentIntent>();
  readonly setupIntents = new Map<string, Stripe.SetupIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly events = new Map<string, Stripe.Event>();

  readonly chargeRecords: ChargeRecord[] = [];
  pendingItems: PendingItem[] = [];
  /** How the card of each payment method behaves. */
  readonly cards = new Map<string, Card>();
  /** The subscriptions whose end of trial was announced. */
  readonly trialNotices = new Set<string>();
  decideCharge: ChargeDecision = () => undefined;
  /** The call that is being executed, which its events name. */
  request: { id: string; idempotencyKey: string | null } | null = null;

  constructor(livemode: boolean, afterRetries: AfterRetries, now: number) {
    this.livemode = livemode;
    this.afterRetries = afterRetries;
    this.now = now;
  }

  id(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  /** The object with this id, or undefined. */
  find(id: string): object | undefined {
    for (const table of Object.values(this)) {
      if (table instanceof Map && table !== this.cards && table.has(id)) return table.get(id);
    }
    return undefined;
  }
}

/** The object with this id; `param` is the parameter that contains the id, if it is not in the address. */
export function get<T extends { object: string }>(
  table: ReadonlyMap<string, T>,
  id: string,
  kind: T['object'],
  param?: string,
): T {
  const found = table.get(id);
  if (!found) throw missing(kind, id, param);
  return found;
}

/** The id of an object that another object refers to. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);
}

/** The object of a reference that this provider created itself. */
export function follow<T>(table: ReadonlyMap<string, T>, reference: string | { id: string } | null): T {
  const id = idOf(reference);
  const found = id === null ? undefined : table.get(id);
  if (!found) throw new Error(`The simulated payment provider refers to an unknown object: ${id}`);
  return found;
}

/** A copy as it is sent: later changes of the object do not change it. */
export function snapshot<T>(object: T): T {
  return JSON.parse(JSON.stringify(object));
}

/** A list as the API returns it. */
export function listOf<T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: hasMore, url };
}

import type { Stripe } from 'stripe';
import { invalid } from '../http/errors.ts';
import { recurringOf } from '../resources/prices.ts';
import type { State } from '../state.ts';
import { nameOf, periodLine, totalOf, type PlannedLine } from './lines.ts';
import { periodEnd } from './periods.ts';

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

export const PRORATION_BEHAVIORS: readonly ProrationBehavior[] = [
  'create_prorations',
  'always_invoice',
  'none',
];

export type ItemChange = {
  price: Stripe.Price;
  quantity: number;
  behavior: ProrationBehavior;
  /** The time that prorations are calculated for; undefined: now. */
  prorationDate: number | undefined;
};

export type PlannedChange = {
  lines: PlannedLine[];
  /** Whether the change is invoiced immediately, not with the next period. */
  isInvoicedNow: boolean;
  /** The new billing period, if the change starts one. */
  period: { start: number; end: number } | null;
};

/** The single item of a subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no item`);
  return item;
}

/** What a change of price or quantity costs: previews and changes use it, so both have the same amounts. */
export function planChange(
  state: State,
  subscription: Stripe.Subscription,
  change: ItemChange,
): PlannedChange {
  const item = itemOf(subscription);
  const { price, quantity, behavior } = change;
  const isSame = price.id === item.price.id && quantity === (item.quantity ?? 1);
  if (isSame || subscription.status === 'trialing') return { lines: [], isInvoicedNow: false, period: null };
  if (price.currency !== subscription.currency) {
    throw invalid('The price has another currency than the subscription.', 'items[0][price]');
  }
  const at = change.prorationDate ?? state.now;
  if (at < item.current_period_start || at > item.current_period_end) {
    throw invalid('Cannot specify proration date outside of current subscription period.', 'proration_date');
  }
  const startsPeriod =
    hasOtherInterval(item.price, price) || (item.price.unit_amount === 0 && price.unit_amount !== 0);
  const credit = behavior === 'none' ? [] : [unusedTime(item, at)];
  if (startsPeriod) {
    const end = periodEnd(state.now, state.now, price);
    const lines = [
      ...credit.filter(({ amount }) => amount !== 0),
      periodLine(price, quantity, state.now, end),
    ];
    return { lines, isInvoicedNow: true, period: { start: state.now, end } };
  }
  const lines = behavior === 'none' ? [] : [...credit, remainingTime(item, price, quantity, at)];
  return { lines, isInvoicedNow: behavior === 'always_invoice', period: null };
}

/** The credit for the time of the current period after `at`. */
export function unusedTime(item: Stripe.SubscriptionItem, at: number): PlannedLine {
  const quantity = item.quantity ?? 1;
  const amount = -prorated(totalOf(item.price, quantity), item, at);
  return {
    // -0 is not equal to 0 in tests.
    amount: amount === 0 ? 0 : amount,
    description: `Unused time on ${nameOf(item.price)}`,
    period: { start: at, end: item.current_period_end },
    price: item.price,
    quantity,
    isProration: true,
  };
}

function remainingTime(
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  quantity: number,
  at: number,
): PlannedLine {
  return {
    amount: prorated(totalOf(price, quantity), item, at),
    description: `Remaining time on ${nameOf(price)}`,
    period: { start: at, end: item.current_period_end },
    price,
    quantity,
    isProration: true,
  };
}

function prorated(amount: number, item: Stripe.SubscriptionItem, at: number): number {
  const { current_period_start: start, current_period_end: end } = item;
  return Math.round((amount * (end - at)) / (end - start));
}

function hasOtherInterval(one: Stripe.Price, other: Stripe.Price): boolean {
  const [a, b] = [recurringOf(one), recurringOf(other)];
  return a.interval !== b.interval || a.interval_count !== b.interval_count;
}

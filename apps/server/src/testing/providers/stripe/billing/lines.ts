import { Stripe } from 'stripe';
import { idOf, type State } from '../state.ts';

export type PlannedLine = {
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: Stripe.Price;
  quantity: number;
  isProration: boolean;
};

/** What an invoice line belongs to; null for a preview of a subscription that does not exist. */
type LineOf = { subscription: string | null; item: string };

export function createLine(state: State, planned: PlannedLine, of: LineOf): Stripe.InvoiceLineItem {
  const { amount, description, period, price, quantity, isProration } = planned;
  return {
    id: state.id('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: state.livemode,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: isProration ? state.id('ii') : null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription: of.subscription,
        subscription_item: of.item,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(price.unit_amount ?? 0),
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription: of.subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** A complete period of a price. */
export function periodLine(price: Stripe.Price, quantity: number, start: number, end: number): PlannedLine {
  return {
    amount: totalOf(price, quantity),
    description: `${quantity} × ${nameOf(price)}`,
    period: { start, end },
    price,
    quantity,
    isProration: false,
  };
}

/** The price of a period in the currency's smallest unit. */
export const totalOf = (price: Stripe.Price, quantity: number) => (price.unit_amount ?? 0) * quantity;

export const nameOf = (price: Stripe.Price) => price.nickname ?? 'Subscription';

import type { Stripe } from 'stripe';
import { recurringOf } from '../resources/prices.ts';

export const HOUR = 60 * 60;
export const DAY = 24 * HOUR;

/** The end of the billing period that contains or starts at `from`, counted from the anchor of the subscription. */
export function periodEnd(anchor: number, from: number, price: Stripe.Price): number {
  for (let count = 1; ; count += 1) {
    const end = addIntervals(anchor, price, count);
    if (end > from) return end;
  }
}

function addIntervals(anchor: number, price: Stripe.Price, count: number): number {
  const { interval, interval_count: size } = recurringOf(price);
  const steps = size * count;
  if (interval === 'day') return anchor + steps * DAY;
  if (interval === 'week') return anchor + steps * 7 * DAY;
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps);
}

/** A month without the anchor's day ends the period on its last day. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(date);
  moved.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
  return moved.getTime() / 1000;
}

import type { Stripe } from 'stripe';
import { cancelNow } from '../billing/cancel-subscription.ts';
import { changeSubscription, UPDATE_PARAMS } from '../billing/change-subscription.ts';
import { CREATE_PARAMS, subscribe } from '../billing/subscribe.ts';
import { missing } from '../http/errors.ts';
import { isInRange, known, page, type Route } from '../http/routes.ts';
import { get } from '../state.ts';

const ENDED = ['canceled', 'incomplete_expired'];

export const subscriptionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    params: CREATE_PARAMS,
    run: ({ state, params }) => subscribe(state, params),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    run: ({ state, id }) => get(state.subscriptions, id, 'subscription'),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: UPDATE_PARAMS,
    run({ state, id, params }) {
      const subscription = get(state.subscriptions, id, 'subscription');
      changeSubscription(state, subscription, params);
      return subscription;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: known<Stripe.SubscriptionCancelParams>('invoice_now', 'prorate'),
    run({ state, id, params }) {
      const subscription = get(state.subscriptions, id, 'subscription');
      if (ENDED.includes(subscription.status)) throw missing('subscription', id);
      cancelNow(state, subscription, {
        prorate: params.boolean('prorate') ?? false,
        invoiceNow: params.boolean('invoice_now') ?? false,
      });
      return subscription;
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    params: known<Stripe.SubscriptionListParams>('created', 'customer', 'price', 'status'),
    run({ state, params }) {
      const [customer, price, status] = [
        params.text('customer'),
        params.text('price'),
        params.text('status'),
      ];
      const found = [...state.subscriptions.values()].filter(
        (subscription) =>
          (customer === undefined || subscription.customer === customer) &&
          (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
          hasStatus(subscription, status) &&
          isInRange(params, 'created', subscription.created),
      );
      return page(found, params, '/v1/subscriptions');
    },
  },
];

/** Without a status, a list contains all but canceled subscriptions. */
function hasStatus({ status }: Stripe.Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === undefined) return status !== 'canceled';
  return wanted === 'ended' ? ENDED.includes(status) : status === wanted;
}

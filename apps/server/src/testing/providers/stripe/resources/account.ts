import type { Stripe } from 'stripe';
import { isInRange, known, page, type Route } from '../http/routes.ts';
import { get } from '../state.ts';

/** The balance, which tests a key, and the events. */
export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    run({ state }) {
      const amount = state.chargeRecords.reduce(
        (sum, charge) => sum + (charge.status === 'succeeded' ? charge.amount : 0),
        0,
      );
      return {
        object: 'balance',
        available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
        livemode: state.livemode,
        pending: [{ amount, currency: 'usd', source_types: { card: amount } }],
      };
    },
  },
  { method: 'GET', path: '/v1/events/:id', run: ({ state, id }) => get(state.events, id, 'event') },
  {
    method: 'GET',
    path: '/v1/events',
    params: known<Stripe.EventListParams>('created', 'type', 'types'),
    run({ state, params }) {
      const one = params.text('type');
      const types = one === undefined ? params.texts('types') : [one];
      const found = [...state.events.values()].filter(
        (event) =>
          (types.length === 0 || types.some((type) => matches(type, event.type))) &&
          isInRange(params, 'created', event.created),
      );
      return page(found, params, '/v1/events');
    },
  },
];

/** `invoice.*` is each type of an invoice's events. */
const matches = (wanted: string, type: string) =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

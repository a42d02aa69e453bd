import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { accountRoutes } from '../resources/account.ts';
import { chargeRoutes } from '../resources/charges.ts';
import { customerRoutes } from '../resources/customers.ts';
import { disputeRoutes } from '../resources/disputes.ts';
import { invoiceRoutes } from '../resources/invoices.ts';
import { paymentIntentRoutes } from '../resources/payment-intents.ts';
import { paymentMethodRoutes } from '../resources/payment-methods.ts';
import { priceRoutes } from '../resources/prices.ts';
import { refundRoutes } from '../resources/refunds.ts';
import { setupIntentRoutes } from '../resources/setup-intents.ts';
import { subscriptionRoutes } from '../resources/subscriptions.ts';
import type { State } from '../state.ts';
import { checkAccess, type Keys } from './access.ts';
import { perform, rejection, type Behavior, type Outcome } from './behavior.ts';
import { ProviderError } from './errors.ts';
import { expand } from './expand.ts';
import { decodeForm, Params } from './form.ts';
import { IdempotencyKeys, type StoredResponse } from './idempotency.ts';
import { PAGE_PARAMS, type Route } from './routes.ts';

const ROUTES: Route[] = [
  ...accountRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...priceRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
];

/** A call that was received, in order. */
export type ReceivedCall = {
  method: string;
  path: string;
  form: string;
  idempotencyKey: string | null;
  /** Objects of the list that was returned; 0 for other calls. */
  listed: number;
};

export type ApiNeeds = {
  state: State;
  keys: Keys;
  /** The present behavior. */
  behavior: () => Behavior;
  calls: ReceivedCall[];
};

export function createApi({ state, keys, behavior, calls }: ApiNeeds) {
  const stored = new IdempotencyKeys();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { method = 'GET' } = request;
    const form = method === 'POST' ? await text(request) : url.search.slice(1);
    const header = request.headers['idempotency-key'];
    const key = method === 'POST' && typeof header === 'string' ? header : null;
    const requestId = state.id('req');
    const received = { method, path: url.pathname, form, idempotencyKey: key, listed: 0 };
    calls.push(received);
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': Stripe.API_VERSION,
      ...(key !== null && { 'idempotency-key': key }),
    };
    const respond = (outcome: Outcome) => {
      if (outcome === 'hang') return;
      if (outcome === 'cut') {
        response.destroy();
        return;
      }
      response.writeHead(outcome.status, headers);
      response.end(outcome.body);
    };
    let replay: StoredResponse | null = null;
    try {
      checkAccess(request, url.pathname, new Params(decodeForm(form)), keys);
      if (key !== null) replay = stored.claim(key, `${method} ${url.pathname} ${form}`, state.now);
    } catch (error) {
      respond(rejection(error, requestId));
      return;
    }
    if (replay) headers['idempotent-replayed'] = 'true';
    const call = {
      step: { method, path: url.pathname, isReplay: replay !== null },
      behavior,
      execute: () => {
        const result = replay ?? execute(method, url.pathname, form, { id: requestId, idempotencyKey: key });
        received.listed = listedIn(result);
        return result;
      },
      settle: (result: StoredResponse | null) => {
        if (key === null || replay) return;
        if (result) stored.store(key, result);
        else stored.release(key);
      },
      requestId,
    };
    respond(await perform(call));
  }

  function execute(method: string, path: string, form: string, by: State['request']): StoredResponse {
    state.request = by;
    try {
      return run(method, path, form);
    } finally {
      state.request = null;
    }
  }

  function run(method: string, path: string, form: string): StoredResponse {
    const params = new Params(decodeForm(form));
    for (const route of ROUTES) {
      const id = route.method === method ? match(route.path, path) : null;
      if (id === null) continue;
      params.only('expand', ...(route.params ?? []), ...(isList(route) ? PAGE_PARAMS : []));
      const result = route.run({ state, params, id });
      return { status: 200, body: JSON.stringify(expand(state, result, params.texts('expand')), null, 2) };
    }
    throw new ProviderError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  }

  return createServer((request, response) => {
    // A client that closes its connection is not a fault of this server.
    handle(request, response).catch(() => response.destroy());
  });
}

function listedIn({ body }: StoredResponse): number {
  const { object, data } = JSON.parse(body);
  return object === 'list' ? data.length : 0;
}

const isList = ({ method, path }: Route) => method === 'GET' && !path.endsWith('/:id');

/** The id in the path, '' for a path without one, null for another path. */
function match(pattern: string, path: string): string | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const isSame = wanted.every((part, index) => part === ':id' || part === given[index]);
  return isSame ? decodeURIComponent(given[wanted.indexOf(':id')] ?? '') : null;
}

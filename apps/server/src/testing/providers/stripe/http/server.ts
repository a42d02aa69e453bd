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

/** `request`: before the call takes effect; `accepted`: after it took effect, before the response. */
export type Step = { at: 'request' | 'accepted'; method: string; path: string };

/** undefined: continue; an object: respond with it; 'cut': close the connection; 'hang': never respond. */
export type StepResponse = void | { status: number; error?: Partial<ProviderError['body']> } | 'cut' | 'hang';
export type Behavior = (step: Step) => StepResponse | Promise<StepResponse>;

/** A call that was received, in order. */
export type ReceivedCall = { method: string; path: string; form: string; idempotencyKey: string | null };

export type ApiNeeds = {
  state: State;
  keys: Keys;
  /** The present behavior. */
  behavior: () => Behavior;
  calls: ReceivedCall[];
};

type Outcome = StoredResponse | 'cut' | 'hang';

export function createApi({ state, keys, behavior, calls }: ApiNeeds) {
  const stored = new IdempotencyKeys();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { method = 'GET' } = request;
    const form = method === 'POST' ? await text(request) : url.search.slice(1);
    const header = request.headers['idempotency-key'];
    const key = method === 'POST' && typeof header === 'string' ? header : null;
    const requestId = state.id('req');
    calls.push({ method, path: url.pathname, form, idempotencyKey: key });
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
    const step = { method, path: url.pathname };
    const execute = () => {
      state.request = { id: requestId, idempotencyKey: key };
      try {
        return run(method, url.pathname, form);
      } finally {
        state.request = null;
      }
    };
    try {
      const params = new Params(decodeForm(form));
      checkAccess(request, url.pathname, params, keys);
      const replay = key === null ? null : stored.claim(key, `${method} ${url.pathname} ${form}`, state.now);
      if (replay) {
        headers['idempotent-replayed'] = 'true';
        respond(replay);
        return;
      }
    } catch (error) {
      respond(rejection(error, requestId));
      return;
    }
    try {
      respond(await perform(step, execute, key, requestId));
    } catch (error) {
      if (key !== null) stored.release(key);
      throw error;
    }
  }

  /** Runs a call whose idempotency key is claimed. */
  async function perform(
    step: Omit<Step, 'at'>,
    execute: () => StoredResponse,
    key: string | null,
    requestId: string,
  ): Promise<Outcome> {
    const settle = (response: StoredResponse | null): void => {
      if (key === null) return;
      if (response) stored.store(key, response);
      else stored.release(key);
    };
    const instead = await behavior()({ ...step, at: 'request' });
    if (instead) {
      const outcome = outcomeOf(instead, requestId);
      // The API stores its own faults under the key. Another fault comes from a proxy, and the call never started.
      settle(typeof outcome === 'object' && outcome.status === 500 ? outcome : null);
      return outcome;
    }
    let response: StoredResponse;
    try {
      response = execute();
      settle(response);
    } catch (error) {
      response = rejection(error, requestId);
      // A rejected card is a result; an invalid call never started.
      settle(response.status === 402 ? response : null);
    }
    const after = await behavior()({ ...step, at: 'accepted' });
    if (!after) return response;
    const outcome = outcomeOf(after, requestId);
    if (typeof outcome === 'object' && outcome.status === 500) settle(outcome);
    return outcome;
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

const isList = ({ method, path }: Route) => method === 'GET' && !path.endsWith('/:id');

/** The id in the path, '' for a path without one, null for another path. */
function match(pattern: string, path: string): string | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const isSame = wanted.every((part, index) => part === ':id' || part === given[index]);
  return isSame ? decodeURIComponent(given[wanted.indexOf(':id')] ?? '') : null;
}

function outcomeOf(chosen: Exclude<StepResponse, void>, requestId: string): Outcome {
  if (chosen === 'cut' || chosen === 'hang') return chosen;
  const { status, error } = chosen;
  const body = { type: 'api_error' as const, message: `The provider responded with ${status}.`, ...error };
  return rejection(new ProviderError(status, body), requestId);
}

function rejection(error: unknown, requestId: string): StoredResponse {
  if (!(error instanceof ProviderError)) throw error;
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return {
    status: error.status,
    body: JSON.stringify({ error: { ...error.body, request_log_url } }, null, 2),
  };
}

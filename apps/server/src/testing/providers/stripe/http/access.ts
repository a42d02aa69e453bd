import type { IncomingMessage } from 'node:http';
import { Stripe } from 'stripe';
import { invalid, ProviderError } from './errors.ts';
import type { Params } from './form.ts';

export type Keys = { secret: string; publishable: string };

/** What the browser may read, with the client secret of the object. */
const READ_BY_BROWSER = /^\/v1\/(payment|setup)_intents\/[^/]+$/;

/** Checks the key of a call, and the version of the API that it was written for. */
export function checkAccess(request: IncomingMessage, path: string, params: Params, keys: Keys): void {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) {
    throw new ProviderError(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    });
  }
  if (key === keys.publishable) checkBrowser(request, path, params);
  else if (key !== keys.secret) {
    throw new ProviderError(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`,
    });
  }
  const version = request.headers['stripe-version'];
  if (version !== undefined && version !== Stripe.API_VERSION) {
    throw invalid(`The simulated payment provider only has the version ${Stripe.API_VERSION} of the API.`);
  }
}

function checkBrowser(request: IncomingMessage, path: string, params: Params): void {
  const secret = params.text('client_secret');
  const id = path.split('/').at(-1);
  if (request.method === 'GET' && READ_BY_BROWSER.test(path) && secret?.startsWith(`${id}_secret_`)) return;
  throw new ProviderError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getNetwork } from './network.ts';

/** Sign-in and account calls of one network address per minute. Presses are not limited. */
const ACCOUNT_CALLS_A_MINUTE = 300;

const LIMIT = {
  max: ACCOUNT_CALLS_A_MINUTE,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => getNetwork(request.ip),
};

/** Limits how often one network may call the routes that are mounted on `app`. */
export async function limitAccountCalls(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, LIMIT);
}

/**
 * Limits how often one network may call routes of `app` with tokens that do not exist. Call the result for each of them; it
 * returns whether there were too many. Hundreds of people may open valid links from the network of an office at once.
 */
export async function limitGuesses(
  app: FastifyInstance,
): Promise<(request: FastifyRequest) => Promise<boolean>> {
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit(LIMIT);
  return async (request) => {
    const counted = await count(request);
    return !counted.isAllowed && counted.isExceeded;
  };
}

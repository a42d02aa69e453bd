import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { getNetwork } from './network.ts';

/** Sign-in and account calls of one network address per minute. Presses are not limited. */
const ACCOUNT_CALLS_A_MINUTE = 300;

/** Limits how often one network may call the routes that are mounted on `app`. */
export async function limitAccountCalls(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: ACCOUNT_CALLS_A_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => getNetwork(request.ip),
  });
}

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

/** Answers by one link per minute: each adds to the timeline of an incident. */
const ANSWERS_A_MINUTE = 60;

/** Each counts a call, and returns whether there were too many. */
export type LinkLimits = {
  /** A call of a network with a link that does not exist. */
  isGuessing: (request: FastifyRequest) => Promise<boolean>;
  /** An answer by a link that exists. */
  isFlooding: (request: FastifyRequest) => Promise<boolean>;
};

/**
 * The limits of the links whose routes are mounted on `app`. Opening a valid link is not limited: hundreds of people may do
 * so from the network of one office.
 */
export async function createLinkLimits(app: FastifyInstance): Promise<LinkLimits> {
  await app.register(rateLimit, { global: false });
  const isOver = (count: ReturnType<typeof app.createRateLimit>) => async (request: FastifyRequest) => {
    const counted = await count(request);
    return !counted.isAllowed && counted.isExceeded;
  };
  const byLink = {
    max: ANSWERS_A_MINUTE,
    timeWindow: 60_000,
    // Not its address: a query, or another encoding of a letter, would be counted separately.
    keyGenerator: ({ params }: FastifyRequest) => (params as { token: string }).token,
  };
  return { isGuessing: isOver(app.createRateLimit(LIMIT)), isFlooding: isOver(app.createRateLimit(byLink)) };
}

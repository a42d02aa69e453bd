import type { FastifyRequest } from 'fastify';
import { getAccountKey } from '../admission/admission.ts';
import { fairQueue } from '../admission/fair-queue.ts';
import { getSitePrefix } from '../admission/network.ts';
import { CONCURRENT_HASHES } from './passwords.ts';

/**
 * Hashing a password costs 30 ms of a processor. The number of concurrent hashes is the number of threads. A fair queue
 * serves networks in round-robin order. Sign-ins count under their network, and all other work counts as one network,
 * so that no account can delay others.
 */

const WAITING = 100;
const BUSY = { msg: 'Too many passwords are being checked. Try again in a few seconds.', retryAfter: 5 };

const all = fairQueue({
  concurrency: CONCURRENT_HASHES,
  perKey: 8,
  waiting: WAITING,
  tooManyOfKey: {
    msg: 'Too many people are logging in from your network. Try again in a moment.',
    retryAfter: 2,
  },
  tooManyWaiting: BUSY,
});

const accounts = fairQueue({
  concurrency: 1,
  perKey: 1,
  waiting: WAITING,
  tooManyOfKey: {
    msg: 'Another password of yours is being checked or saved. Try again in a moment.',
    retryAfter: 1,
  },
  tooManyWaiting: BUSY,
});

const visitors = fairQueue({
  concurrency: 1,
  perKey: 8,
  waiting: WAITING,
  tooManyOfKey: {
    msg: 'Too many passwords are being set from your network. Try again in a moment.',
    retryAfter: 2,
  },
  tooManyWaiting: BUSY,
});

export type Hashing = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs the hashing of a sign-in; throws CallError 429 or 503 when too many wait. */
export function createSignInHashing(address: string): Hashing {
  return (work) => all.run(`network ${getSitePrefix(address)}`, work);
}

/** Runs the hashing for the caller's account, one at a time. */
export function createAccountHashing(request: FastifyRequest): Hashing {
  return (work) => accounts.run(getAccountKey(request), () => all.run('accounts', work));
}

/** The same for routes on which only some calls set a password: these calls use the quota of passwords. */
export function createAccountHashingWithQuota(request: FastifyRequest): Hashing {
  return async (work) => {
    request.server.admission.count(request, 'password');
    return await createAccountHashing(request)(work);
  };
}

/** Runs the hashing for a visitor, who sets a password without being signed in. */
export function createVisitorHashing(address: string): Hashing {
  return (work) =>
    visitors.run(getSitePrefix(address), () => accounts.run('visitors', () => all.run('accounts', work)));
}

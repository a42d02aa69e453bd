import type { FastifyInstance } from 'fastify';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';
import { yieldToPresses, runAsLowPriority } from '../../scheduling/press-priority.ts';
import { CallError } from '../errors/call-error.ts';
import { onCallFinished } from '../connections/finished-calls.ts';
import { getAccountKey } from './admission.ts';
import { getNetwork } from './network.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A press of a button: it waits for no other call. */
    hasPressPriority?: true;
  }
}

/** Calls of one account that one process serves at the same time; a console makes about ten. */
const MAX_IN_FLIGHT = 64;
const RETRY_AFTER_SECONDS = 1;

/**
 * Admits one call in each tick of the event loop, and none while a press is in flight. Otherwise a press would wait
 * until hundreds of calls that arrived with it are read and authenticated.
 */
export function admitCallsOneByOne(app: FastifyInstance): void {
  const continueAfterPresses = async (network: string, done: () => void) => {
    await yieldToPresses();
    runAsLowPriority(done, network);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.hasPressPriority) withQueryLimit('press', done);
    else void continueAfterPresses(getNetwork(request.ip), done);
  });
}

/**
 * Rejects further calls of a console's account that has many in flight, so that it cannot fill the queue that all
 * accounts share. Phones are not counted, because presses have a separate limit. Open event streams have one too.
 */
export function limitCallsInFlight(app: FastifyInstance): void {
  const inFlight = new ConcurrencyLimit();
  const releases = new WeakMap<object, () => void>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.caller || request.caller.role === 'app_user') return done();
    if (request.routeOptions.config.access === 'event.listen') return done();
    const limits = [{ key: getAccountKey(request), most: MAX_IN_FLIGHT }];
    if (inFlight.findReached(limits)) {
      const msg = 'Too many requests of this account at the same time. Try again in a moment.';
      throw new CallError(429, msg, [], RETRY_AFTER_SECONDS);
    }
    releases.set(request, inFlight.enter(limits));
    done();
  });
  onCallFinished(app, (request) => releases.get(request)?.());
}

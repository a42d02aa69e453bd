import type { FastifyInstance } from 'fastify';
import { withQueryLimit } from '../../scheduling/query-limit.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';
import { yieldToPresses, runAsLowPriority } from '../../scheduling/press-priority.ts';
import { Semaphore } from '../../scheduling/semaphore.ts';
import { CallError } from '../errors/call-error.ts';
import { onCallFinished } from '../connections/finished-calls.ts';
import { getAccountKey } from './admission.ts';
import { getNetwork } from './network.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A press of a button: it waits for no other call. */
    hasPressPriority?: true;
    /** A check of a load balancer, which would stop using this process if it waited for other calls. */
    isHealthCheck?: true;
  }
}

/** Health checks that start in one tick of the event loop, and of one network that wait: a flood must delay neither presses nor others. */
const CHECKS = { eachTick: 4, ofNetwork: 20 };
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
  const checks = new Semaphore({ permits: CHECKS.eachTick, perKey: CHECKS.ofNetwork });
  const continueCheck = async (network: string, done: (error?: Error) => void) => {
    try {
      await checks.acquire(network);
    } catch (error) {
      return done(error as Error);
    }
    setImmediate(() => checks.release(network));
    done();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { hasPressPriority, isHealthCheck } = request.routeOptions.config;
    if (hasPressPriority) withQueryLimit('press', done);
    else if (isHealthCheck) void continueCheck(getNetwork(request.ip), done);
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

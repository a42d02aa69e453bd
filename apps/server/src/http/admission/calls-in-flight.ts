import type { FastifyInstance } from 'fastify';
import { CallError } from '../errors/call-error.ts';
import { accountOf } from './expensive-work.ts';
import { afterPresses, asOtherCall } from '../../scheduling/press-priority.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A press of a button: it waits for no other call. */
    goesFirst?: true;
  }
}

/** Calls of one account that one process answers at the same time; a console makes about ten. */
const MAX_IN_FLIGHT = 64;
const RETRY_AFTER_SECONDS = 1;

/**
 * Lets one call in for each turn of the event loop, and none while a press is in flight: hundreds that arrive together
 * would otherwise be read and looked up before a press among them.
 */
export function admitCallsInTurn(app: FastifyInstance): void {
  const letIn = async (done: () => void) => {
    await afterPresses();
    asOtherCall(done);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.goesFirst) done();
    else void letIn(done);
  });
}

/**
 * Rejects further calls of a console's account that has many in flight, so that it cannot fill the queue that everybody
 * waits in. Phones are not counted: presses have a limit of their own. Open event streams have one, too.
 */
export function limitCallsInFlight(app: FastifyInstance): void {
  const inFlight = new Map<string, number>();
  const counted = new WeakMap<object, string>();
  app.addHook('onRequest', async (request) => {
    if (!request.caller || request.caller.role === 'app_user') return;
    if (request.routeOptions.config.access === 'event.listen') return;
    const account = accountOf(request);
    const count = inFlight.get(account) ?? 0;
    if (count >= MAX_IN_FLIGHT) {
      const msg = 'Too many requests of this account at the same time. Try again in a moment.';
      throw new CallError(429, msg, [], RETRY_AFTER_SECONDS);
    }
    inFlight.set(account, count + 1);
    counted.set(request, account);
  });
  app.addHook('onResponse', async (request) => {
    const account = counted.get(request);
    if (account === undefined) return;
    const left = (inFlight.get(account) ?? 1) - 1;
    if (left === 0) inFlight.delete(account);
    else inFlight.set(account, left);
  });
}

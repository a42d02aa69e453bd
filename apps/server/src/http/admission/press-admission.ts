import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fewEachTick } from '../../scheduling/few-each-tick.ts';
import { tokenHashOf } from '../auth/request-token.ts';
import { failureBody } from '../errors/error-responses.ts';
import type { FinishedCall } from '../logging/report-calls.ts';
import { InFlightLimit, TOO_MANY_SUBMISSIONS, type InFlightLimits, type Place } from './in-flight-limit.ts';
import { getSitePrefix } from './network.ts';
import { PhoneSubscribers } from './phone-subscribers.ts';

/**
 * Limits of submissions in flight. Keys are subscribers, and networks of phones whose subscriber is not known yet. `all` is
 * what a process on two cores serves in half a second: so many are accepted when they arrive at the same time.
 */
export const PRESSES_IN_FLIGHT: InFlightLimits = {
  wait: 250,
  atLeast: 100,
  all: 500,
  perKey: 250,
  always: 2,
  total: 3000,
};

/**
 * Presses that continue in one tick of the event loop. When many arrive at once, those that are rejected do not wait for the
 * work of those that are accepted; with fewer, batches are smaller, and the process accepts fewer. Where queries wait, presses
 * of several ticks are in progress at the same time.
 */
const STARTS_A_TICK = { whereQueriesWait: 12, elsewhere: 16 };

declare module 'fastify' {
  interface FastifyRequest {
    /** A press in flight; null for other calls, and before its admission. */
    place: Place | null;
    /** Set while it depends on the body whether a press is admitted: returns whether it is. */
    admitByBody: (() => boolean) | null;
  }
}

type Options = {
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** Called for each rejected press. */
  onCall?: ((call: FinishedCall) => void) | undefined;
  /** See `Dialect`. */
  queriesWait: boolean;
  /** For tests. */
  limits?: InFlightLimits | undefined;
};

/**
 * Admits presses before their session is read, because that waits for the database: beyond the limits a press is rejected
 * at once. The subscriber of a phone is known from its last press, and only counts for fairness: the guard decides who
 * the caller is. Phones that are not known yet have limits of their own, by network.
 *
 * Only its body says whether a press is an emergency. Where the limits for ordinary presses are reached and those for
 * emergencies are not, the body is read before the session.
 *
 * A press whose body has not arrived when its session is read takes a place only with its body: bodies that never arrive must
 * not keep places.
 */
export function admitPresses(
  app: FastifyInstance,
  { headers, onCall, queriesWait, limits: inFlight = PRESSES_IN_FLIGHT }: Options,
): void {
  const limits = { known: new InFlightLimit(inFlight), unknown: new InFlightLimit(inFlight) };
  const subscribers = new PhoneSubscribers();
  const reject = rejectPress(headers, onCall);
  const start = fewEachTick(queriesWait ? STARTS_A_TICK.whereQueriesWait : STARTS_A_TICK.elsewhere);
  app.decorateRequest('place', null);
  app.decorateRequest('admitByBody', null);

  function enter(request: FastifyRequest, hash: string, limit: InFlightLimit, key: string): void {
    const subscriber = subscribers.get(hash);
    const startedAt = performance.now();
    request.place = limit.enter(key, startedAt);
    request.afterAuthentication = (caller) => {
      const found = caller?.role === 'app_user' ? caller.teamId : undefined;
      const isNew = found !== subscriber;
      if (isNew) subscribers.set(hash, found);
      if (found === undefined || (!isNew && request.raw.complete)) return;
      if (isNew) request.place?.countTime();
      request.place?.leave();
      if (request.raw.complete) request.place = limits.known.enter(String(found), startedAt);
      else enterWithBody(request, String(found));
    };
  }

  function enterWithBody(request: FastifyRequest, key: string): void {
    request.admitByBody = () => {
      if (limits.known.isReached(key, isEmergency(request))) return false;
      request.place = limits.known.enter(key);
      return true;
    };
  }

  app.addHook('onRequest', (request, reply, done) => {
    const hash = request.routeOptions.config.hasPressPriority ? tokenHashOf(request) : null;
    if (hash === null) return done();
    const subscriber = subscribers.get(hash);
    const [limit, key] =
      subscriber === undefined
        ? [limits.unknown, getSitePrefix(request.ip)]
        : [limits.known, String(subscriber)];
    if (limit.isReached(key, true)) return reject(request, reply);
    if (!limit.isReached(key, false)) {
      enter(request, hash, limit, key);
      return start(done);
    }
    request.isAuthenticatedLate = true;
    request.admitByBody = () => {
      if (!isEmergency(request) || limit.isReached(key, true)) return false;
      enter(request, hash, limit, key);
      return true;
    };
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (request.admitByBody === null || request.admitByBody()) done();
    else reject(request, reply);
  });
  // When its work is done, not when its client has read the response: a client that does not read must not keep places.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.place?.leave();
    done(null, payload);
  });
}

/** Rejects a press without the hooks of a response: there may be thousands a second, next to the presses that are served. */
function rejectPress(headers: Options['headers'], onCall: Options['onCall']) {
  const { status, message, retryAfter } = TOO_MANY_SUBMISSIONS;
  const body = failureBody(message);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': String(retryAfter),
  };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    reply.raw.writeHead(status, { ...all, 'x-request-id': request.id }).end(body);
    onCall?.({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status,
      isDatabaseUnavailable: false,
      seconds: reply.elapsedTime / 1000,
    });
  };
}

function isEmergency({ body }: FastifyRequest): boolean {
  return (body as { button_id?: unknown } | null | undefined)?.button_id === EMERGENCY_BUTTON_ID;
}

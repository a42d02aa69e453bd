import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive, in milliseconds; closing the server does not wait for it. */
    arrivalTime?: number;
  }
}

/** In milliseconds. */
const ARRIVAL_TIME = 30_000;
/** The longest `arrivalTime` of a route: Node closes any connection whose request takes longer. */
export const MAX_ARRIVAL_TIME = 300_000;

/**
 * Limits the time in which the body of a request arrives. Node has one limit for all requests; an image from a phone with
 * a weak signal needs more time than a call. A late request is rejected like Node's own, with 408.
 */
export function limitArrivalTime(app: FastifyInstance, standard = ARRIVAL_TIME): void {
  const slow = new Set<FastifyRequest['raw']>();
  app.addHook('preClose', async () => {
    for (const raw of slow) raw.destroy();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw.headers)) {
      const { arrivalTime } = request.routeOptions.config;
      if (arrivalTime !== undefined) slow.add(raw);
      const timer = setTimeout(() => {
        if (!raw.complete) app.server.emit('clientError', new RequestTimeout(), raw.socket);
      }, arrivalTime ?? standard);
      raw.once('close', () => {
        clearTimeout(timer);
        slow.delete(raw);
      });
    }
    done();
  });
}

/** The error that Node reports for a request that arrives too slowly. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

function hasBody(headers: Readonly<Record<string, unknown>>): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

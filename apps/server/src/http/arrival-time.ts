import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive, in milliseconds. */
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
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw.headers)) {
      const { arrivalTime = standard } = request.routeOptions.config;
      const timer = setTimeout(() => {
        if (!raw.complete) app.server.emit('clientError', new RequestTimeout(), raw.socket);
      }, arrivalTime);
      raw.once('close', () => clearTimeout(timer));
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

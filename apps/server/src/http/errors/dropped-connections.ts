import type { FastifyInstance } from 'fastify';
import { CallError } from './call-error.ts';

/**
 * Rejects requests whose connection is closed before they are processed: no client reads the response, and limits and
 * the audit need the caller's address. Reading the address also caches it for a connection that is closed later. Must be
 * added before every hook that uses it.
 */
export function rejectDroppedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.socket.remoteAddress === undefined) throw new CallError(400, 'The connection was closed.');
    done();
  });
}

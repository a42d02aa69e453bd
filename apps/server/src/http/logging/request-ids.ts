import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What a proxy may choose as the id of a call: nothing that could change a log line. */
const VALID_ID = /^[\w.:-]{1,64}$/;

/** The id of a call: the one in the `X-Request-Id` of a trusted proxy, otherwise a random one. */
export function requestIds(hasProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers: { 'x-request-id': given } }) =>
    hasProxy && typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID();
}

/** Each response names the id of its call, which is also in its log lines. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    stopNotice: StopNotice;
  }
}

/**
 * Announces that the server stops soon. Calls are still served, but `/readyz` tells load balancers to send no more, and each
 * response closes its connection: a call that arrives on a kept connection while the server closes it would be lost.
 */
class StopNotice {
  readonly #server: FastifyInstance['server'];
  #isGiven = false;

  constructor(server: FastifyInstance['server']) {
    this.#server = server;
  }

  get isGiven(): boolean {
    return this.#isGiven;
  }

  give(): void {
    this.#isGiven = true;
    // Added only now: a hook would cost time in each call.
    this.#server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('connection', 'close');
    });
  }
}

export function announceStops(app: FastifyInstance): void {
  app.decorate('stopNotice', new StopNotice(app.server));
}

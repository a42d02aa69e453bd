import type { FastifyInstance } from 'fastify';
import { CallError } from '../errors/call-error.ts';

const CHECK_EVERY_MS = 50;

/**
 * Lets a server close in time: a connection that was busy when closing started is closed after its response. Node
 * closes only idle connections; the others would stay open until their keep-alive expires.
 */
export function closeConnectionsWhenIdle(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const { server } = app;
    if (server.listening) {
      const checking = setInterval(() => server.closeIdleConnections(), CHECK_EVERY_MS);
      server.once('close', () => clearInterval(checking));
    }
    done();
  });
}

/** Seconds. */
const RETRY_AFTER = 5;

/** Rejects calls that arrive on an open connection while the server stops. */
export function rejectWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isClosing)
      throw new CallError(503, 'The server is stopping. Try again in a moment.', [], RETRY_AFTER);
    done();
  });
}

import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;

/**
 * Lets a server close in time: a connection that was busy when closing began is closed once its answer has gone. Node
 * closes only those that are idle at that moment; the others would stay open until their keep-alive ends.
 */
export function closeConnectionsWhenIdle(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const { server } = app;
    if (server.listening) {
      const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
      server.once('close', () => clearInterval(looking));
    }
    done();
  });
}

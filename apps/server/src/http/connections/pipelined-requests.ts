import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that wait for the responses before theirs. Browsers, phones and proxies send none. */
const MOST = 32;

/**
 * Disconnects clients that send many requests without waiting for the responses: Node accepts any number, and the cost of
 * ending such a connection is the square of their number. Its requests after that never reach the framework.
 */
export function limitPipelinedRequests(app: FastifyInstance): void {
  const { server } = app;
  const waiting = new WeakMap<Socket, number>();
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // A response has no socket while another one of its connection comes before it.
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1;
      if (count > MOST) return void socket.destroy();
      waiting.set(socket, count);
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    }
    for (const handler of handlers) handler.call(server, request, response);
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../errors/call-error.ts';

type Listener = (request: FastifyRequest, reply: FastifyReply) => void;

const listenersOf = new WeakMap<FastifyInstance, Listener[]>();

/**
 * Calls `listener` once for each call: after its response was sent, or when its work is done, if the client has disconnected or
 * the response waits behind another one of its connection. Fastify's `onResponse` does not run for a client that has
 * disconnected. Responses that a handler writes itself (`reply.hijack`) are not reported. An error of `listener` is logged.
 */
export function onCallFinished(app: FastifyInstance, listener: Listener): void {
  const listeners = listenersOf.get(app) ?? watchCalls(app);
  listeners.push(listener);
}

/** One hook serves all listeners, because each hook costs time in every call. */
function watchCalls(app: FastifyInstance): Listener[] {
  const listeners: Listener[] = [];
  listenersOf.set(app, listeners);
  const reported = new WeakSet<FastifyRequest>();
  const report = (request: FastifyRequest, reply: FastifyReply) => {
    if (reported.has(request)) return;
    reported.add(request);
    for (const listener of listeners) {
      try {
        listener(request, reply);
      } catch (error) {
        request.log.error({ err: error }, 'the end of a call could not be processed');
      }
    }
  };
  // Fastify would wait forever for the body of a connection that was closed while the call waited for something else.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.raw.socket.destroyed) throw new CallError(400, 'The connection was closed.');
    done(null, payload);
  });
  // After the work of the call and before its response: of a failed call it may run again.
  app.addHook('onSend', (request, reply, payload, done) => {
    // A response without a socket waits behind another one of its connection, perhaps behind a stream that never ends.
    if (reply.raw.closed || reply.raw.socket === null) report(request, reply);
    else reply.raw.once('close', () => report(request, reply));
    done(null, payload);
  });
  return listeners;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `listener` once for each call: after its response was sent, or, if the client has disconnected, when its work is
 * done. Fastify's `onResponse` does not run for a client that has disconnected. Responses that a handler writes itself
 * (`reply.hijack`) are not reported. An error of `listener` is logged.
 */
export function onCallFinished(
  app: FastifyInstance,
  listener: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const reported = new WeakSet<FastifyRequest>();
  // After the work of the call and before its response: of a failed call it may run again.
  app.addHook('onSend', (request, reply, payload, done) => {
    const report = () => {
      if (reported.has(request)) return;
      reported.add(request);
      try {
        listener(request, reply);
      } catch (error) {
        request.log.error({ err: error }, 'the end of a call could not be processed');
      }
    };
    if (reply.raw.closed) report();
    else reply.raw.once('close', report);
    done(null, payload);
  });
}

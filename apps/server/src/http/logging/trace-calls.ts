import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getTracing, type TracedPart, type Tracing } from '../../tracing/spans.ts';
import { onCallFinished } from '../connections/finished-calls.ts';

/**
 * Makes each call a span, which continues the trace that the headers of a trusted proxy name. It contains the declared path and never the
 * requested one, where tokens are. A stream of events has none: it lasts as long as a screen is open.
 */
export function traceCalls(app: FastifyInstance, hasProxy: boolean): void {
  const tracing = getTracing();
  if (!tracing) return;
  const { context } = tracing.api;
  const parts = new WeakMap<FastifyRequest, TracedPart>();
  app.addHook('onRequest', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    if (call?.streams === 'text/event-stream') return done();
    const part = startCall(tracing, request, hasProxy);
    parts.set(request, part);
    // A handler that writes the response itself is not reported as finished.
    if (call?.streams) reply.raw.once('close', () => endCall(tracing, part, reply));
    context.with(part.context, done);
  });
  // The body has arrived outside the context of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    const part = parts.get(request);
    if (part) context.with(part.context, done);
    else done();
  });
  onCallFinished(app, (request, reply) => {
    const part = parts.get(request);
    if (part) endCall(tracing, part, reply);
  });
}

function startCall({ api, tracer }: Tracing, request: FastifyRequest, hasProxy: boolean): TracedPart {
  // Otherwise anyone could decide what is sampled.
  const parent = hasProxy ? api.propagation.extract(api.ROOT_CONTEXT, request.headers) : api.ROOT_CONTEXT;
  const route = request.routeOptions.url;
  const { method } = request;
  const span = tracer.startSpan(
    route === undefined ? method : `${method} ${route}`,
    {
      kind: api.SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'callpoint.request_id': request.id,
      },
    },
    parent,
  );
  return { span, context: api.trace.setSpan(parent, span) };
}

function endCall({ api }: Tracing, { span }: TracedPart, reply: FastifyReply): void {
  if (!span.isRecording()) return;
  span.setAttribute('http.response.status_code', reply.statusCode);
  if (reply.statusCode >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.end();
}

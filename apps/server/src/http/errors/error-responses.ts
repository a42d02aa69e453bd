import { setTimeout } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '@callpoint/contract/errors';
import { CallError } from './call-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the call was refused with; null for one that was not. */
    refusal: CallError | null;
  }
}

const FRAMEWORK_TEXTS: Record<string, [status: number, msg: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON, sent as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is not as long as Content-Length says.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
};

/** The body of a failed call that has no problems to list. */
export function failureBody(msg: string): string {
  return JSON.stringify({ ok: false, msg, errors: [] });
}

/** Rejects a request that reached no route, such as one with a malformed URL; its text is not repeated. */
export function rejectMalformedUrls(headers: Readonly<Record<string, string>>) {
  return (_error: Error, _request: FastifyRequest, reply: FastifyReply): void => {
    void reply
      .code(400)
      .headers(headers)
      .type('application/json; charset=utf-8')
      .send(failureBody('The address of this call cannot be read.'));
  };
}

/**
 * Milliseconds before a caller reads that it calls too often: one that repeats rejected calls without a pause would
 * otherwise cost as much as one that is served.
 */
const SLOW_REJECTION = 500;
/** Rejections that wait at the same time; further ones are answered at once. */
const MOST_DELAYED = 2000;

/**
 * Turns every error into the wire's shape, in one place. What we did not expect is logged, and answered without detail.
 * @param slow milliseconds that a 429 waits, more or less; for tests
 */
export function answerErrors(app: FastifyInstance, slow = SLOW_REJECTION): void {
  app.decorateRequest('refusal', null);
  app.setErrorHandler(async (error: FastifyError | CallError, request, reply) => {
    const refusal = toRefusal(error);
    request.refusal = refusal;
    if (refusal.status >= 500 && !(error instanceof CallError))
      request.log.error({ err: error }, 'a call failed');
    if (refusal.status === 429) await delay(slow);
    return answer(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, new CallError(404, 'There is no such call.')),
  );
}

let delayed = 0;

/** Not the same for all: those that were rejected together do not come back together. */
async function delay(slow: number): Promise<void> {
  if (slow === 0 || delayed >= MOST_DELAYED) return;
  delayed += 1;
  await setTimeout(slow * (0.5 + Math.random()));
  delayed -= 1;
}

function toRefusal(error: FastifyError | CallError): CallError {
  if (error instanceof CallError) return error;
  const known = FRAMEWORK_TEXTS[error.code];
  if (known) return new CallError(...known);
  if (error.statusCode === 429)
    return new CallError(429, 'Too many requests. Wait a moment, then try again.', [], 60);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new CallError(error.statusCode, 'The request could not be read.');
  }
  return new CallError(500, 'Something went wrong on our side. Nothing was changed; try again.');
}

function answer(request: FastifyRequest, reply: FastifyReply, refusal: CallError): FastifyReply {
  if (refusal.retryAfter !== null) void reply.header('retry-after', String(refusal.retryAfter));
  void reply.code(refusal.status).type('application/json; charset=utf-8').serializer(JSON.stringify);
  const problems: FieldProblem[] = refusal.problems;
  if (request.routeOptions.config.call?.errorShape === 'list') {
    return reply.send(problems.length > 0 ? problems : [{ msg: refusal.message }]);
  }
  const code = refusal.failureCode === null ? {} : { code: refusal.failureCode };
  return reply.send({ ok: false, msg: refusal.message, errors: problems, ...code });
}

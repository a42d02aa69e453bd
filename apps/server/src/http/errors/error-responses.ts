import { setTimeout } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '@callpoint/contract/errors';
import { DatabaseUnavailable, isLockConflict } from '../../db/postgres/unavailable.ts';
import { Overloaded } from '../../scheduling/overloaded.ts';
import { overloadResponse } from '../admission/fair-queue.ts';
import { CallError, DatabaseRejection } from './call-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that the call was rejected with; null if it was not rejected. */
    rejection: CallError | null;
  }
}

const FRAMEWORK_TEXTS: Record<string, [status: number, msg: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON, sent as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body’s length differs from Content-Length.'],
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
      .send(failureBody('The address of this call is not valid.'));
  };
}

/**
 * Delay of a 429 response, in milliseconds: otherwise rejecting a caller that repeats calls without a pause would cost
 * as much as serving it.
 */
const SLOW_REJECTION = 500;
/** Rejections that wait at the same time; further ones are sent immediately. */
const MAX_DELAYED = 2000;

/**
 * Turns every error into the shape of a response. An unexpected error is logged, and its response has no
 * detail.
 * @param slow milliseconds that a 429 waits, more or less; for tests
 */
export function handleErrors(app: FastifyInstance, slow = SLOW_REJECTION): void {
  app.decorateRequest('rejection', null);
  app.setErrorHandler(async (error: FastifyError | CallError, request, reply) => {
    const rejection = rejectionOf(error, request);
    if (rejection.status === 429) await delay(slow);
    return respond(request, reply, rejection);
  });
  app.setNotFoundHandler((request, reply) =>
    respond(request, reply, new CallError(404, 'This call does not exist.')),
  );
}

/** What a person reads about an error; an unexpected one is logged. */
export function rejectionOf(error: Error, request: FastifyRequest): CallError {
  const rejection = toCallError(error);
  request.rejection = rejection;
  if (rejection.status >= 500 && !isExpected(error)) request.log.error({ err: error }, 'a call failed');
  return rejection;
}

let delayed = 0;

/** Random, so that callers that were rejected together do not retry together. */
async function delay(slow: number): Promise<void> {
  if (slow === 0 || delayed >= MAX_DELAYED) return;
  delayed += 1;
  await setTimeout(slow * (0.5 + Math.random()));
  delayed -= 1;
}

/** An error that is thrown on purpose: nothing to log. */
function isExpected(error: Error): boolean {
  return error instanceof CallError || error instanceof Overloaded;
}

function toCallError(error: Error & { code?: string; statusCode?: number }): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof Overloaded || isLockConflict(error)) return overloadResponse();
  if (error instanceof DatabaseUnavailable) return new DatabaseRejection();
  const known = FRAMEWORK_TEXTS[error.code ?? ''];
  if (known) return new CallError(...known);
  if (error.statusCode === 429)
    return new CallError(429, 'Too many requests. Wait a moment, then try again.', [], 60);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new CallError(error.statusCode, 'The request could not be read.');
  }
  return new CallError(500, 'Something went wrong on our side. Nothing was changed; try again.');
}

function respond(request: FastifyRequest, reply: FastifyReply, rejection: CallError): FastifyReply {
  if (rejection.retryAfter !== null) void reply.header('retry-after', String(rejection.retryAfter));
  void reply.code(rejection.status).type('application/json; charset=utf-8').serializer(JSON.stringify);
  const problems: FieldProblem[] = rejection.problems;
  if (request.routeOptions.config.call?.errorShape === 'list') {
    return reply.send(problems.length > 0 ? problems : [{ msg: rejection.message }]);
  }
  const code = rejection.failureCode === null ? {} : { code: rejection.failureCode };
  return reply.send({ ok: false, msg: rejection.message, errors: problems, ...code });
}

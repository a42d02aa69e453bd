import type { Call, DeclaredError, ErrorStatus } from './call.ts';
import { STALE_MESSAGE } from './call-parts.ts';
import type { Failure, FieldProblem } from './errors.ts';

/** The meaning of each status, with an example, unless a call declares a more precise one. */
const ERRORS: Readonly<Record<ErrorStatus, DeclaredError>> = {
  400: {
    description: 'The input is wrong; `errors` names each field.',
    msg: 'Id must be a whole number from 1.',
    field: 'id',
  },
  401: {
    description: 'No token, an expired token, or a blocked account.',
    msg: 'Please sign in.',
  },
  403: {
    description:
      'The caller’s role may not do this, it is switched off, or it needs recent authentication (`code`).',
    msg: 'You do not have access to this.',
  },
  404: { description: 'The record does not exist.', msg: 'There is no such record.', field: 'id' },
  409: {
    description: 'The current state does not allow it; `msg` has the reason.',
    msg: STALE_MESSAGE,
    field: 'updated_at',
  },
  413: { description: 'The body is too large.', msg: 'The request is too large.' },
  415: {
    description: 'The body is not JSON.',
    msg: 'The body must be JSON, sent as application/json.',
  },
  429: {
    description: 'Too many attempts; Retry-After has the seconds to wait.',
    msg: 'Too many requests. Wait a moment, then try again.',
  },
  503: {
    description: 'The server cannot do this now; Retry-After has the seconds to wait.',
    msg: 'The server is busy. Try again in a moment.',
  },
};

/** One error of a call. `isCommon`: all calls describe this status in the same way. */
export type CallFailure = DeclaredError & { status: ErrorStatus; isCommon: boolean };

/** The errors of a call, by status. `more`: statuses that depend on how the server runs the call. */
export function errorsOf(call: Call, more: readonly ErrorStatus[] = []): CallFailure[] {
  const own = call.errors ?? {};
  const statuses = new Set<ErrorStatus>([
    400,
    401,
    403,
    404,
    ...(call.method === 'POST' ? ([409, 413, 415] as const) : []),
    ...(call.permission === 'public' ? ([429, 503] as const) : []),
    ...(Object.keys(own).map(Number) as ErrorStatus[]),
    ...more,
  ]);
  return [...statuses]
    .toSorted((one, other) => one - other)
    .map((status) => ({
      ...(own[status] ?? ERRORS[status]),
      status,
      isCommon: own[status] === undefined,
    }));
}

/** The body of an error: an object, or the plain list of problems. */
export function errorBody(
  { msg, field }: DeclaredError,
  shape: Call['errorShape'],
): Failure | FieldProblem[] {
  const problem = field === undefined ? { msg } : { msg, field };
  if (shape === 'list') return [problem];
  return { ok: false, msg, errors: field === undefined ? [] : [problem] };
}

import type { z } from 'zod';
import { BASES, type Base } from './bases.ts';
import type { Call, DeclaredError, ErrorStatus, InputSchema } from './call.ts';
import { STALE_MESSAGE } from './call-parts.ts';
import { NO_ACCESS, SIGN_IN_REQUIRED } from './error-codes.ts';
import type { Failure, FieldProblem } from './errors.ts';

/** The meaning of each status, with an example, unless a call declares a more precise one. */
const ERRORS: Readonly<Record<ErrorStatus, DeclaredError>> = {
  400: {
    description: 'The input is wrong; `errors` names each field.',
    msg: 'Id must be a whole number from 1.',
    field: 'id',
  },
  401: {
    description: 'No token, an invalid or expired token, or a blocked account.',
    msg: 'Please log in.',
    code: SIGN_IN_REQUIRED,
  },
  403: {
    description:
      'The caller’s role may not do this, it is switched off, or it needs recent authentication (`code`).',
    msg: 'You do not have access to this.',
    code: NO_ACCESS,
  },
  404: { description: 'The record does not exist.', msg: 'The record does not exist.', field: 'id' },
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
    description: 'Too many calls, in a short time or at the same time; Retry-After has the seconds to wait.',
    msg: 'Too many requests of this account at the same time. Try again in a moment.',
  },
  500: {
    description: 'An unexpected error of the server. Nothing was changed.',
    msg: 'Something went wrong on our side. Nothing was changed; try again.',
  },
  503: {
    description: 'The server is overloaded or stopping; Retry-After has the seconds to wait.',
    msg: 'The server is busy. Try again in a moment.',
  },
};

/** The conflict of a create call without conflicts of its own. */
const REPEATED_KEY: DeclaredError = {
  description: 'The idempotency key was used before, with another body.',
  msg: 'Your first attempt was received and saved, with other values. Look for it in the list and change it there.',
  field: 'Idempotency-Key',
};

/** One error of a call. `isCommon`: all calls describe this status in the same way. */
export type CallFailure = DeclaredError & { status: ErrorStatus; isCommon: boolean };

/**
 * The errors of a call on a base, by status. Errors that depend on the call's own rules are in its declaration; what
 * every call of a kind can return is found here.
 */
export function getCallErrors(call: Call, base: Base): CallFailure[] {
  const own = call.errors ?? {};
  const isGuarded = call.permission !== 'public';
  const inputs = new Set([...namesOf(call.query), ...namesOf(call.body)]);
  const statuses = new Set<ErrorStatus>([
    // Every call checks its input, and can reach a server that is faulty, overloaded or stopping.
    ...([400, 500, 503] as const),
    ...(isGuarded ? ([401, 403] as const) : []),
    ...(isGuarded && RECORD_IDS.some((name) => inputs.has(name)) ? ([404] as const) : []),
    ...(inputs.has('updated_at') || call.idempotent ? ([409] as const) : []),
    ...(call.method === 'POST' ? ([413, 415] as const) : []),
    ...(!isGuarded || isOfConsole(base) ? ([429] as const) : []),
    ...(Object.keys(own).map(Number) as ErrorStatus[]),
  ]);
  return [...statuses]
    .toSorted((one, other) => one - other)
    .map((status) => ({
      ...(own[status] ?? (status === 409 && call.idempotent ? REPEATED_KEY : ERRORS[status])),
      status,
      isCommon: own[status] === undefined && !(status === 409 && call.idempotent),
    }));
}

/** Inputs with the id of a record that the call reads or changes. A filter of a list is no such input. */
const RECORD_IDS = ['id', 'team_id', 'app_user_id', 'sub_id'];

/** The names of the fields of an input, and of the fields of its `data`. */
function namesOf(schema: InputSchema): string[] {
  if (!schema || !('shape' in schema)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    name === 'data' ? namesOf(field) : [name],
  );
}

/** The calls in flight of each console account are limited; those of phones are not. */
function isOfConsole(base: Base): boolean {
  return BASES[base].some((role) => role !== 'app_user');
}

/** The body of an error: an object, or the plain list of problems. */
export function errorBody(
  { msg, field, code }: DeclaredError,
  shape: Call['errorShape'],
): Failure | FieldProblem[] {
  const problem = field === undefined ? { msg } : { msg, field };
  if (shape === 'list') return [problem];
  const errors = field === undefined ? [] : [problem];
  return { ok: false, msg, errors, ...(code === undefined ? {} : { code }) };
}

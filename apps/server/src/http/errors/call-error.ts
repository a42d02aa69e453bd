import { ACCOUNT_BLOCKED, type FailureCode } from '@callpoint/contract/error-codes';
import type { FieldProblem } from '@callpoint/contract/errors';

/**
 * A rejected call: a status, one sentence, and the problems of the input. One error handler converts it to a response.
 */
export class CallError extends Error {
  readonly status: number;
  readonly problems: FieldProblem[];
  /** Seconds until the caller may try again; sent as Retry-After. */
  readonly retryAfter: number | null;
  /** Identifies a rejection that a client acts on. (The framework sets a `code` of its own on errors.) */
  readonly failureCode: FailureCode | null;

  constructor(
    status: number,
    msg: string,
    problems: FieldProblem[] = [],
    retryAfter: number | null = null,
    failureCode: FailureCode | null = null,
  ) {
    super(msg);
    this.status = status;
    this.problems = problems;
    this.retryAfter = retryAfter;
    this.failureCode = failureCode;
  }
}

/** 400 for input that a schema alone cannot check. The message is built from the problems. */
export function badInput(problems: FieldProblem[]): CallError {
  return new CallError(400, problemSummary(problems), problems);
}

/** Throws `badInput` for a field that has a problem. */
export function rejectProblem(msg: string | null, field: string): void {
  if (msg !== null) throw badInput([{ msg, field }]);
}

/** 400 for known fields that this caller may not write: rejected because of who called, so the audit records it. */
export class FieldsRejected extends CallError {
  constructor(problems: FieldProblem[]) {
    super(400, problemSummary(problems), problems);
  }
}

/** 503: the database does not respond, or accepts no changes. Whether a change was stored is not known. */
export class DatabaseRejection extends CallError {
  constructor() {
    super(503, 'The service is not available at the moment. Try again in a few seconds.', [], 2);
  }
}

/** Why a call has no valid session: a code for programs, and a sentence for people. */
export type InvalidSession = { code: FailureCode; msg: string };

/** 401: the call has no valid session. */
export function unauthorized({ code, msg }: InvalidSession): CallError {
  return new CallError(401, msg, [], null, code);
}

/** 403: the account that signs in is blocked, for this reason. */
export function blockedAccount(msg: string): CallError {
  return new CallError(403, msg, [], null, ACCOUNT_BLOCKED);
}

/** 404: the row does not exist, or belongs to another account; the caller cannot see which. */
export function notFound(msg = 'The record does not exist.', field = 'id'): CallError {
  return new CallError(404, msg, [{ msg, field }]);
}

export function conflict(msg: string, field: string): CallError {
  return new CallError(409, msg, [{ msg, field }]);
}

/** Throws a 409 without a field for a call that the present state does not allow, for this reason. */
export function rejectConflict(msg: string | null): void {
  if (msg !== null) throw new CallError(409, msg);
}

/** 429 for an account that has set too many of `what` today; try again in an hour, when the day may have ended. */
export function tooManyChangesToday(what: string): CallError {
  const msg = `Many ${what} were set today. Nothing was saved: set this one tomorrow, or contact the administrator of this server.`;
  return new CallError(429, msg, [], 3600);
}

/** One sentence for all the problems. */
function problemSummary(problems: FieldProblem[]): string {
  return problems.length === 1 ? (problems[0]?.msg ?? '') : problems.map(({ msg }) => msg).join(' ');
}

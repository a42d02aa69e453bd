import type { FieldProblem } from '@callpoint/contract/errors';

/** A refused call: a status, one sentence, and all that is wrong with the input. Thrown anywhere, answered in one place. */
export class CallError extends Error {
  readonly status: number;
  readonly problems: FieldProblem[];
  /** Seconds until the caller may try again; sent as Retry-After. */
  readonly retryAfter: number | null;
  /** Identifies a rejection that a client acts on. (The framework sets a `code` of its own on errors.) */
  readonly failureCode: string | null;

  constructor(
    status: number,
    msg: string,
    problems: FieldProblem[] = [],
    retryAfter: number | null = null,
    failureCode: string | null = null,
  ) {
    super(msg);
    this.status = status;
    this.problems = problems;
    this.retryAfter = retryAfter;
    this.failureCode = failureCode;
  }
}

/** 400 for input that the schema could not judge by itself; the sentence is made of the problems. */
export function badInput(problems: FieldProblem[]): CallError {
  return new CallError(400, summary(problems), problems);
}

/** 400 for fields that there are, but not for this caller to write: a refusal for who called, which the audit records. */
export class FieldsRefused extends CallError {
  constructor(problems: FieldProblem[]) {
    super(400, summary(problems), problems);
  }
}

/** The row does not exist, or belongs to somebody else: the caller cannot tell which. */
export function notFound(msg = 'There is no such record.', field = 'id'): CallError {
  return new CallError(404, msg, [{ msg, field }]);
}

export function conflict(msg: string, field: string): CallError {
  return new CallError(409, msg, [{ msg, field }]);
}

/** One sentence for all the problems. */
export function summary(problems: FieldProblem[]): string {
  return problems.length === 1 ? (problems[0]?.msg ?? '') : problems.map(({ msg }) => msg).join(' ');
}

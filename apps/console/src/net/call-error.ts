import type { FieldProblem } from '@callpoint/contract/errors';
import { TEXTS } from '@callpoint/contract/texts';
import { callTexts } from '../texts/calls.ts';

export type CallFault =
  /** No answer: no network, the server is down, or it took too long. */
  | 'unreachable'
  /** The token is no longer good; the session has been ended. */
  | 'signed-out'
  | 'forbidden'
  | 'too-many'
  /** The person chose not to go through with it; nothing was changed. */
  | 'canceled'
  /** The server understood and said no; `problems` say why. */
  | 'refused'
  /** The server failed, or answered something unreadable. */
  | 'server';

/** A call that did not succeed. `message` is one sentence for a person. */
export class CallError extends Error {
  readonly fault: CallFault;
  /** 0 without an answer. */
  readonly status: number;
  readonly problems: readonly FieldProblem[];
  /** Seconds until it makes sense to try again, where the server said so. */
  readonly retryAfter: number | null;
  /** What a program can branch on, where the server sent it, e.g. `recent_authentication`. */
  readonly code: string | null;

  constructor(
    fault: CallFault,
    status: number,
    problems: readonly FieldProblem[],
    { retryAfter = null, code = null }: { retryAfter?: number | null; code?: string | null } = {},
  ) {
    super(problems.map(({ msg }) => msg).join(' ') || TEXTS.failedAction);
    this.fault = fault;
    this.status = status;
    this.problems = problems;
    this.retryAfter = retryAfter;
    this.code = code;
  }
}

/** Reads a refusal's body: `{ msg, errors }`, or the plain list of sign-in and sign-up. */
export function readProblems(body: unknown): FieldProblem[] {
  if (Array.isArray(body)) return body.filter(isProblem);
  if (typeof body !== 'object' || body === null) return [];
  if ('errors' in body && Array.isArray(body.errors) && body.errors.length > 0) {
    return body.errors.filter(isProblem);
  }
  return isProblem(body) ? [{ msg: body.msg }] : [];
}

/** The code of a rejection; null where the server sent none. */
export function readCode(body: unknown): string | null {
  const has = typeof body === 'object' && body !== null && 'code' in body;
  return has && typeof body.code === 'string' ? body.code : null;
}

function isProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'msg' in value && typeof value.msg === 'string';
}

/**
 * What to tell a person whose action failed: what the server said, else that it failed
 * (or `fallback`, the sentence that the specification has for this action).
 */
export function messagesOf(error: unknown, fallback: string = TEXTS.failedAction): string[] {
  if (!(error instanceof CallError)) return [TEXTS.failedAction];
  if (error.fault === 'unreachable') return [TEXTS.failedAction];
  if (error.problems.length === 0) return [fallback];
  return [...new Set(error.problems.map(({ msg }) => msg))];
}

/** The first problem of each field; the path's `prefix` (e.g. `data.`) is taken off. */
export function fieldErrors(error: unknown, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  if (!(error instanceof CallError)) return found;
  for (const { field, msg } of error.problems) {
    if (!field) continue;
    const name = field.startsWith(prefix) ? field.slice(prefix.length) : field;
    found[name] ??= msg;
  }
  return found;
}

/** What to tell a person when something could not be read: what happened and what it means. */
export function explainFailedRead(error: unknown): string {
  if (!(error instanceof CallError)) return callTexts.wrong;
  switch (error.fault) {
    case 'unreachable':
      return callTexts.unreachable;
    case 'forbidden':
      return callTexts.forbidden;
    case 'too-many':
      return callTexts.tooManyRequests(waitInWords(error.retryAfter));
    case 'server':
      return callTexts.server;
    case 'signed-out':
    case 'canceled':
    case 'refused':
      return error.message;
  }
}

/** `in 30 seconds`, `in 2 minutes`, or `in a moment` where nobody knows. */
export function waitInWords(seconds: number | null): string {
  if (seconds === null || seconds <= 0) return callTexts.inAMoment;
  if (seconds < 60) return callTexts.inSeconds(seconds);
  return callTexts.inMinutes(Math.ceil(seconds / 60));
}

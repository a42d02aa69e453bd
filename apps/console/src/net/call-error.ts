import { FAILURE_CODES, type FailureCode } from '@callpoint/contract/error-codes';
import type { FieldProblem } from '@callpoint/contract/errors';
import { TEXTS } from '@callpoint/contract/texts';
import { callTexts } from '../texts/calls.ts';

export type CallErrorKind =
  /** No response: no network, the server is down, or it took too long. */
  | 'unreachable'
  /** The token is no longer valid; the session has been ended. */
  | 'signed-out'
  | 'forbidden'
  | 'too-many'
  /** The person canceled; nothing was changed. */
  | 'canceled'
  /** The server rejected the call; `problems` contain the reasons. */
  | 'rejected'
  /** The server failed, or its response is unreadable. */
  | 'server';

/** A call that did not succeed. `message` is one sentence for a person. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** 0 without a response. */
  readonly status: number;
  readonly problems: readonly FieldProblem[];
  /** Seconds until another attempt makes sense, if the server sent them. */
  readonly retryAfter: number | null;
  /** A code for programs, if the server sent one, e.g. `recent_authentication`. */
  readonly code: FailureCode | null;

  constructor(
    kind: CallErrorKind,
    status: number,
    problems: readonly FieldProblem[],
    { retryAfter = null, code = null }: { retryAfter?: number | null; code?: FailureCode | null } = {},
  ) {
    super(problems.map(({ msg }) => msg).join(' ') || TEXTS.failedAction);
    this.kind = kind;
    this.status = status;
    this.problems = problems;
    this.retryAfter = retryAfter;
    this.code = code;
  }
}

/** Reads the body of a rejection: `{ msg, errors }`, or the plain list of sign-in and sign-up. */
export function readProblems(body: unknown): FieldProblem[] {
  if (Array.isArray(body)) return body.filter(isProblem);
  if (typeof body !== 'object' || body === null) return [];
  if ('errors' in body && Array.isArray(body.errors) && body.errors.length > 0) {
    return body.errors.filter(isProblem);
  }
  return isProblem(body) ? [{ msg: body.msg }] : [];
}

/** The code of a rejection; null if the server sent none that the console knows. */
export function readCode(body: unknown): FailureCode | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  return FAILURE_CODES.find((code) => code === body.code) ?? null;
}

function isProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'msg' in value && typeof value.msg === 'string';
}

/**
 * The message after a failed action: the server's, else that it failed
 * (or `fallback`, the specification's sentence for this action).
 */
export function getErrorMessages(error: unknown, fallback: string = TEXTS.failedAction): string[] {
  if (!(error instanceof CallError)) return [TEXTS.failedAction];
  if (error.kind === 'unreachable') return [TEXTS.failedAction];
  if (error.problems.length === 0) return [fallback];
  return [...new Set(error.problems.map(({ msg }) => msg))];
}

/** Like `getErrorMessages`, with the reason where the server sent none. */
export function explainFailedAction(error: unknown, fallback?: string): string[] {
  const messages = getErrorMessages(error, fallback);
  const isExplained = error instanceof CallError && error.kind !== 'unreachable' && error.problems.length > 0;
  return isExplained ? messages : [...messages, explainFailedRead(error)];
}

/** The first problem of each field; the path's `prefix` (e.g. `data.`) is removed. */
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

/** The message after a failed read: what happened and what it means. */
export function explainFailedRead(error: unknown): string {
  if (!(error instanceof CallError)) return callTexts.wrong;
  switch (error.kind) {
    case 'unreachable':
      return callTexts.unreachable;
    case 'forbidden':
      return callTexts.forbidden;
    case 'too-many':
      return callTexts.tooManyRequests(waitText(error.retryAfter));
    case 'server':
      return callTexts.server;
    case 'signed-out':
    case 'canceled':
    case 'rejected':
      return error.message;
  }
}

/** `in 30 seconds`, `in 2 minutes`, or `in a moment` if the time is unknown. */
export function waitText(seconds: number | null): string {
  if (seconds === null || seconds <= 0) return callTexts.inAMoment;
  if (seconds < 60) return callTexts.inSeconds(seconds);
  return callTexts.inMinutes(Math.ceil(seconds / 60));
}

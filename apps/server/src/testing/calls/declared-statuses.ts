import { BASES, type Base } from '@callpoint/contract/bases';
import { getCallErrors } from '@callpoint/contract/call-errors';
import { findCall } from '@callpoint/contract/calls';
import { isCallable } from '../../http/api/api-operations.ts';

/** Returned by the HTTP server before a request reaches a call. */
const BEFORE_CALLS = [408, 417, 431];

/** Throws if a declared call returns a status that its description does not have. `path`: with the base. */
export function requireDeclaredStatus(method: string, path: string, status: number): void {
  const call = findCall(method === 'HEAD' ? 'GET' : method, path);
  const base = (Object.keys(BASES) as Base[]).find((prefix) => path.startsWith(`${prefix}/`));
  // A base without the roles of a call does not describe it.
  if (!call || !base || !isCallable(call, base) || status === 200 || BEFORE_CALLS.includes(status)) return;
  if (getCallErrors(call, base).some((error) => error.status === status)) return;
  throw new Error(`${method} ${path} returned ${status}, which is missing in its description`);
}

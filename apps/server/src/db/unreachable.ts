import { Overloaded } from '../scheduling/overloaded.ts';
import { DatabaseUnavailable, isUselessPlan } from './postgres/unavailable.ts';

/**
 * True if the database does not respond, or if no connection was free: then it has not rejected what the caller wants to store, and
 * parts of it would fail too, each after the same wait.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof Overloaded) return true;
  return error instanceof DatabaseUnavailable && !isUselessPlan(error.cause);
}

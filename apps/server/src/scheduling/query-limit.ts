import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Milliseconds that a query may take on PostgreSQL. After that its connection counts as silent and is replaced: a network can
 * lose connections without an error. Presses and the delivery wait less, because their queries are short. `progress`: of reading what
 * other work does, which must not wait for that.
 */
const LIMITS = {
  press: 6_000,
  readiness: 2_000,
  progress: 2_000,
  delivery: 15_000,
  replica: 15_000,
} as const;
/** Of all other queries, e.g. a page of an export. */
export const LONGEST_QUERY = 60_000;

const current = new AsyncLocalStorage<keyof typeof LIMITS>();

/** Runs `work`, and everything that it causes, with the limit of its kind. */
export function withQueryLimit<Result>(kind: keyof typeof LIMITS, work: () => Result): Result {
  return current.run(kind, work);
}

/** The limit of the current work, in milliseconds. */
export function queryLimit(): number {
  return limitOfKind() ?? LONGEST_QUERY;
}

/** The limit of the kind of the current work, in milliseconds; undefined if it is of no kind. */
export function limitOfKind(): number | undefined {
  const kind = current.getStore();
  return kind && LIMITS[kind];
}

/** True within a press, also in asynchronous work. */
export function isPress(): boolean {
  return current.getStore() === 'press';
}

/** True within a press, and in the checks whether this process can store presses. */
export function mayUseAllConnections(): boolean {
  return isPress() || current.getStore() === 'readiness';
}

/** Runs `work`, and everything that it causes, with the limit of all other queries, for example what continues after a press. */
export function withoutKind<Result>(work: () => Result): Result {
  return current.exit(work);
}

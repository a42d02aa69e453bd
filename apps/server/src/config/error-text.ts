/**
 * The text of an error for the operator, or of its cause, which has the reason; also if its own message is empty. If each
 * address of a host has failed, that of the first one.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return errorText(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0]);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

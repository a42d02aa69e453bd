/**
 * The part of the server's logger that the delivery uses. Lines identify messages by id and contain no personal data.
 */
export type DeliveryLog = {
  warn(values: object, text: string): void;
  error(values: object, text: string): void;
};

/** The parts of a database error that may be logged: its text and code, without the values of the statement. */
export function errorForLog(error: unknown): { text: string; code?: unknown } {
  if (!(error instanceof Error)) return { text: String(error) };
  return 'code' in error ? { text: error.message, code: error.code } : { text: error.message };
}

/** What of the server's logger this folder uses. Lines name messages by id and hold no personal data. */
export type DeliveryLog = {
  warn(values: object, text: string): void;
  error(values: object, text: string): void;
};

/** Of an error of the database, what may be logged: its text and code, but not the values of the statement. */
export function errorForLog(error: unknown): { text: string; code?: unknown } {
  if (!(error instanceof Error)) return { text: String(error) };
  return 'code' in error ? { text: error.message, code: error.code } : { text: error.message };
}

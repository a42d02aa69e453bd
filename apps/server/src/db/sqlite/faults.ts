/** Codes of SQLite’s errors. The lower eight bits of a longer code are one of these. */
const SQLITE_IOERR = 10;
export const SQLITE_FULL = 13;

const PRIMARY_CODE = 0xff;

/** True if the disk is full or has a fault: SQLite may have rolled the transaction back by itself. */
export function isOfDisk(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = ((error as { errcode?: number }).errcode ?? 0) & PRIMARY_CODE;
  return code === SQLITE_FULL || code === SQLITE_IOERR;
}

/** Codes of SQLite’s errors. The lower eight bits of a longer code are one of these. */
const SQLITE_IOERR = 10;
export const SQLITE_FULL = 13;

const PRIMARY_CODE = 0xff;

/** About the file: busy, locked, no memory, read-only, corrupt, cannot be opened, or is not a database. */
const OF_FILE: ReadonlySet<number> = new Set([5, 6, 7, 8, 11, 14, 26, SQLITE_IOERR, SQLITE_FULL]);

function primaryCode(error: Error): number {
  return ((error as { errcode?: number }).errcode ?? 0) & PRIMARY_CODE;
}

/** True if SQLite cannot use the file; the text then contains no stored value. */
export function isOfFile(error: Error): boolean {
  return OF_FILE.has(primaryCode(error));
}

/** True if the disk is full or has a fault: SQLite may have rolled the transaction back by itself. */
export function isOfDisk(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = primaryCode(error);
  return code === SQLITE_FULL || code === SQLITE_IOERR;
}

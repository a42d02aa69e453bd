import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
const OTHERS = 0o077;

/** The files that SQLite and the server store next to a database file. */
const COMPANIONS = ['', '-wal', '-shm', '.server-lock'];

/**
 * Lets only the owner read a database file, the files next to it, and their folder; creates the folder and the file.
 * SQLite gives the files that it creates later the mode of the database.
 */
export function restrictToOwner(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: OWNER_FOLDER });
  closeSync(openSync(file, 'a', OWNER_FILE));
  restrict(dirname(file), OWNER_FOLDER);
  for (const path of filesOf(file)) restrict(path, OWNER_FILE);
}

/** The files and folders of a database that other users of the machine may still read. */
export function pathsReadableByOthers(file: string): string[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return [];
  return [dirname(file), ...filesOf(file)].filter((path) => (statSync(path).mode & OTHERS) !== 0);
}

function filesOf(file: string): string[] {
  return COMPANIONS.map((suffix) => file + suffix).filter((path) => existsSync(path));
}

/** The path of another user, such as a mounted volume, is not changed: the server logs a warning. */
function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

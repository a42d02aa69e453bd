import { accessSync, constants, existsSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A file or folder that this user may not use, and the user id of its owner. */
export type DeniedPath = { path: string; owner: number };

/** Whether a database file exists as far as this user can see, and what denies access to it. */
export type FileAccess = { exists: boolean; denied: DeniedPath | null };

const CHANGE_FILE = constants.R_OK | constants.W_OK;
const CHANGE_FOLDER = constants.R_OK | constants.W_OK | constants.X_OK;

/**
 * Examines whether this user may read and write a database file, and create files next to it. A file in a folder that the
 * user may not read is denied, not missing. Changes nothing.
 */
export function examineFile(file: string): FileAccess {
  const path = resolve(file);
  const exists = existsSync(path);
  const isDenied =
    deniesAccess(path, CHANGE_FILE) || deniesAccess(nearestExisting(dirname(path)), CHANGE_FOLDER);
  return { exists, denied: isDenied ? findCause(path, exists) : null };
}

function deniesAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

/** The file, if its own mode is the reason; otherwise the nearest folder above it that this user can see. */
function findCause(file: string, exists: boolean): DeniedPath {
  const path = exists && deniesAccess(file, CHANGE_FILE) ? file : nearestExisting(dirname(file));
  return { path, owner: (statOf(path) as Stats).uid };
}

/** The path, or the nearest one above it that this user can see. */
function nearestExisting(path: string): string {
  return statOf(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory, on systems that have one. */
const MEMORY = '/dev/shm';
const MINIMUM_SPACE = 1024 ** 3;

/**
 * Creates a folder for a test's data. It is in memory if at least 1 GiB is free there: the server waits for the disk at
 * each commit, and these tests do not simulate power failures. The caller deletes the folder.
 */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(hasSpace(MEMORY) ? MEMORY : tmpdir(), prefix));
}

function hasSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MINIMUM_SPACE;
  } catch {
    return false;
  }
}

import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory as a folder, where the system has it. */
const MEMORY = '/dev/shm';
const ROOM = 1024 ** 3;

/**
 * A new folder for a test's data: in memory where there is a gibibyte of room, since the server waits for the disk at
 * each commit, and what a loss of power leaves is no test's question. The caller deletes it.
 */
export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix));
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The file that is where a data folder, or a folder above it, should be; null if there is none. */
export function fileInsteadOf(folder: string): string | null {
  const path = resolve(folder);
  const stats = statOf(path);
  if (stats) return stats.isDirectory() ? null : path;
  return dirname(path) === path ? null : fileInsteadOf(dirname(path));
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Its folder is a file, or denies access.
    return undefined;
  }
}

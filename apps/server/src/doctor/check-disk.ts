import { errorText } from '../config/error-text.ts';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { notice, ok, problem, warning, type Finding } from './finding.ts';

const GIB = 1024 ** 3;
const LITTLE = 5 * GIB;
const TOO_LITTLE = GIB / 2;

const ON_SERVER =
  'Watch its free space, also if it is a disk of this machine: df -h with the folder that “show data_directory” returns in the ' +
  'database, or the console of your database service.';

/** The free space for data. @param folder null: a database server has the data */
export async function checkDisk(folder: string | null): Promise<Finding[]> {
  if (folder === null) {
    return [notice('Disk', 'the disk of the database server was not checked', ON_SERVER)];
  }
  try {
    const { bavail, bsize } = await statfs(existing(folder));
    return [judgeSpace(folder, bavail * bsize)];
  } catch (error) {
    const fix = 'Check DATA_DIR and its mode.';
    return [problem('Disk', `${folder} cannot be read: ${errorText(error)}`, fix)];
  }
}

/** The folder, or the nearest one above it that exists: the first start creates it. */
function existing(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

/** @param free bytes */
export function judgeSpace(folder: string, free: number): Finding {
  const text = `${(free / GIB).toFixed(1)} GiB free in ${folder}`;
  if (free < TOO_LITTLE)
    return problem('Disk', text, 'Free space now: presses are rejected when it is full.');
  if (free < LITTLE) return warning('Disk', text, 'Free space, or use a larger disk.');
  return ok('Disk', text);
}

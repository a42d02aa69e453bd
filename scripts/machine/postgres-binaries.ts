import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../setup/progress.mjs';
import { installFromDebian, isOnPath } from './debian.ts';

const oldest = 15;
const debianHome = '/usr/lib/postgresql';

/** The folder of PostgreSQL's server commands, version 15 or newer: this machine's, otherwise Debian's, which is then installed. */
export async function ensurePostgresBinaries(): Promise<string> {
  const found = findBinaries();
  if (found) return found;
  await installFromDebian('postgresql', `PostgreSQL ${oldest} or newer`);
  const installed = findBinaries();
  if (!installed)
    throw new UserError(`Debian's postgresql package is older than ${oldest}; install a newer one.`);
  return installed;
}

function findBinaries(): string | undefined {
  const versions = existsSync(debianHome) ? readdirSync(debianHome) : [];
  const newestFirst = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((it) => join(debianHome, it, 'bin'));
  const onThePath = isOnPath('postgres');
  if (onThePath) newestFirst.push(dirname(onThePath));
  return newestFirst.find((folder) => isNewEnough(folder));
}

function isNewEnough(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb'))) return false;
  const result = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const version = /\d+/.exec(result.stdout ?? '')?.[0];
  return Number(version) >= oldest;
}

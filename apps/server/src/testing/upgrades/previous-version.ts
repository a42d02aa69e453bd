import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../temporary-folder.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const MIGRATIONS = 'apps/server/src/db/migrations';

const run = promisify(execFile);

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: root });
  return stdout.trim();
}

/** The newest commit without the newest migration. */
async function previousCommit(): Promise<string> {
  const added = await git('status', '--porcelain', '--untracked-files=all', '--', MIGRATIONS);
  if (/^(\?\?|A)/m.test(added)) return 'HEAD';
  const commit = await git('log', '--diff-filter=A', '--format=%H', '--max-count=1', '--', MIGRATIONS);
  if (commit === '') throw new Error('the history of the migrations is missing: this test needs all commits');
  return `${commit}^`;
}

export type PreviousVersion = {
  /** The built server, as `npm start` runs it. */
  entry: string;
  /** The names of its migrations. */
  migrations: string[];
  remove(): void;
};

/** Builds the code of the newest commit without the newest migration, with the packages of this one. */
export async function buildPreviousVersion(): Promise<PreviousVersion> {
  const folder = temporaryFolder('callpoint-previous-');
  const archive = join(folder, 'previous.tar');
  await git('archive', `--output=${archive}`, await previousCommit());
  await run('tar', ['-xf', archive, '-C', folder]);
  linkPackages(folder);
  const server = join(folder, 'apps/server');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: server });
  return {
    entry: join(server, 'dist/main.js'),
    migrations: readdirSync(join(folder, MIGRATIONS)).map((file) => file.replace('.ts', '')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Links every installed package, and the workspaces of that version. */
function linkPackages(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@callpoint'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.') && name !== '@callpoint') symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(from, '@callpoint'))) {
    symlinkSync(readlinkSync(join(from, '@callpoint', name)), join(to, '@callpoint', name));
  }
}

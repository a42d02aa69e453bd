import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from '../connection.ts';
import { pathsReadableByOthers } from './private-files.ts';
import { lockDatabaseFile } from './file-lock.ts';

function newFolder(): string {
  const folder = temporaryFolder('private-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data');
}

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The modes of a folder and its files while a server uses the database in it. */
async function modesInUse(folder: string) {
  const file = join(folder, 'callpoint.db');
  const release = lockDatabaseFile(file);
  const db = openDatabase({ kind: 'sqlite', file }, () => {});
  await sql`create table if not exists secret (value text)`.execute(db);
  const modes = Object.fromEntries(readdirSync(folder).map((name) => [name, mode(join(folder, name))]));
  const exposed = pathsReadableByOthers(file);
  await db.destroy();
  release();
  return { folder: mode(folder), files: modes, exposed };
}

const PRIVATE = {
  folder: '700',
  files: {
    'callpoint.db': '600',
    'callpoint.db-shm': '600',
    'callpoint.db-wal': '600',
    'callpoint.db.server-lock': '600',
    'callpoint.db.server-lock-journal': '600',
  },
  exposed: [],
};

test('only the owner can read a new database, its other files and its folder', async () => {
  const umask = process.umask(0o000);
  onTestFinished(() => void process.umask(umask));
  expect(await modesInUse(newFolder())).toEqual(PRIVATE);
});

test('restricts files of an earlier version when the server starts', async () => {
  const folder = newFolder();
  await modesInUse(folder);
  for (const suffix of ['-wal', '-shm']) writeFileSync(join(folder, `callpoint.db${suffix}`), '');
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  chmodSync(folder, 0o755);
  expect(await modesInUse(folder)).toEqual(PRIVATE);
});

test('reports files that other users can still read', () => {
  const folder = newFolder();
  mkdirSync(folder, { mode: 0o700 });
  const file = join(folder, 'callpoint.db');
  writeFileSync(file, '');
  chmodSync(file, 0o640);
  expect(pathsReadableByOthers(file)).toEqual([file]);
});

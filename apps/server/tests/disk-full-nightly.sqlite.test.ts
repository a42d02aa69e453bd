import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../src/testing/databases/database.ts';
import { databaseVariables, runTransfer, startProblem } from '../src/testing/processes/server-process.ts';
import { smallDisk } from '../src/testing/small-disk.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';
import { testFullDisk } from './full-disk.ts';

testFullDisk();

function newFile(): string {
  const folder = temporaryFolder('callpoint-backup-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'callpoint.backup');
}

test('a start and a restore say that the disk is full', async () => {
  const { location } = await testDatabase();
  const file = newFile();
  expect((await runTransfer('backup', databaseVariables(location), [file])).code).toBe(0);
  // For no file, for the first page, and for some of the rows.
  for (const kib of [4, 64, 256]) {
    const variables = { DATA_DIR: join(smallDisk(kib).folder, 'data') };
    const restored = await runTransfer('restore', variables, [file]);
    expect([restored.code, restored.stdout]).toEqual([1, '']);
    expect(restored.stderr).toMatch(/^[^\n]*the disk (of the database )?is full\n$/);
    expect(await startProblem({ variables })).toMatch(/^the disk (of the database )?is full$/);
  }
});

test('a restore whose rows are stored says so, although the disk is full then', async () => {
  const { location } = await testDatabase();
  if (location.kind !== 'sqlite') throw new Error('not SQLite');
  const file = newFile();
  expect((await runTransfer('backup', databaseVariables(location), [file])).code).toBe(0);
  // Space for the log, which is as large as the database, and not for the database next to it.
  const disk = smallDisk(Math.ceil((1.5 * statSync(location.file).size) / 1024));
  const restored = await runTransfer('restore', { DATA_DIR: disk.folder }, [file]);
  expect([restored.code, restored.stderr]).toEqual([
    1,
    `everything is stored, but the disk of the database is full: free space before a server starts\n`,
  ]);
});

import { expect, test } from 'vitest';
import { newDatabase } from '../src/testing/databases/database.ts';
import { runFsyncCrash } from '../src/testing/crashes/fsync-run.ts';

/** 1 tests each fsync; a larger step saves time. */
const STEP = Number(process.env['FSYNC_STEP'] ?? 1);

test('loses no acknowledged press when it is killed at any fsync and all data that was not synced is removed', async () => {
  for (let at: number | null = null; ; at = at === null ? 1 : at + STEP) {
    const { location, drop } = await newDatabase();
    const { killed, problems } = await runFsyncCrash(location, at);
    await drop();
    expect(problems).toEqual([]);
    if (killed || at === null) continue;
    // A run with few fsyncs proves nothing.
    expect(at).toBeGreaterThan(10);
    return;
  }
}, 1_800_000);

test('stops when the disk cannot store a commit, and loses no acknowledged press', async () => {
  const { location, drop } = await newDatabase();
  const { killed, problems } = await runFsyncCrash(location, 5, 'error');
  await drop();
  expect(problems).toEqual([]);
  expect(killed).toBe(true);
});

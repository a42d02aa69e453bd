import { expect, test } from 'vitest';
import { newDatabase } from '../src/testing/database.ts';
import { runFsyncCrash } from '../src/testing/fsync-run.ts';

/** At each, unless a command has less time. */
const STEP = Number(process.env['FSYNC_STEP'] ?? 1);

test('killed at each fsync of a run, and what had not reached the disk cut away: nothing that was answered is lost', async () => {
  for (let at: number | null = null; ; at = at === null ? 1 : at + STEP) {
    const { location, drop } = await newDatabase();
    const { killed, problems } = await runFsyncCrash(location, at);
    await drop();
    expect(problems).toEqual([]);
    if (killed || at === null) continue;
    // A run that hardly waits for the disk has shown nothing.
    expect(at).toBeGreaterThan(10);
    return;
  }
}, 1_800_000);

import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runCheckIns } from '../src/testing/crashes/check-in-run.ts';
import { TEST_DATABASE, testDatabase } from '../src/testing/databases/database.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

/** The seed repeats a failed run. */
const SEED = Number(process.env['CRASH_SEED'] ?? randomInt(1_000_000));
const IS_NIGHTLY = TEST_LENGTH === 'long';
const { timers, window, kills } = {
  short: { timers: 20, window: 3_000, kills: 1 },
  normal: { timers: 40, window: 6_000, kills: 3 },
  long: { timers: 1000, window: 60_000, kills: 15 },
}[TEST_LENGTH];

test(`raises the emergency of each person who does not answer once, and of no one else, although servers are killed (CRASH_SEED=${SEED})`, async () => {
  const { location } = await testDatabase();
  const run = await runCheckIns(location, {
    timers,
    window,
    kills,
    // One server at a time uses a SQLite file.
    servers: TEST_DATABASE === 'postgres' ? 2 : 1,
    seed: SEED,
  });
  expect(run.problems).toEqual([]);
  // Otherwise the test proves nothing.
  expect(Math.min(run.raised, run.answered)).toBeGreaterThan(0);
  // The time counts only in the nightly run, when nothing else uses the machine.
  expect(run.latest).toBeLessThan(IS_NIGHTLY ? 10_000 : Infinity);
}, 240_000);

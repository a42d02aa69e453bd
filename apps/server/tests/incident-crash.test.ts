import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runIncidents } from '../src/testing/crashes/incident-run.ts';
import { TEST_DATABASE, testDatabase } from '../src/testing/databases/database.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

/** The seed repeats a failed run. */
const SEED = Number(process.env['CRASH_SEED'] ?? randomInt(1_000_000));
const IS_NIGHTLY = TEST_LENGTH === 'long';
/** The nightly runs have 500 kills on each database. A run ends with the last step of its incidents. */
const RUNS = IS_NIGHTLY ? 20 : 1;
const KILLS = { short: 8, normal: 30, long: 25 }[TEST_LENGTH];
const SEEDS = Array.from({ length: RUNS }, (_, run) => SEED + run);

test.each(SEEDS)(
  `each step of an incident starts once although servers are killed ${KILLS} times (CRASH_SEED=%i)`,
  async (seed) => {
    const { location } = await testDatabase();
    // One server at a time uses a SQLite file.
    const isShared = TEST_DATABASE === 'postgres';
    const run = await runIncidents(location, {
      incidents: 4,
      kills: KILLS,
      pauses: isShared ? 5 : 0,
      longestPause: IS_NIGHTLY ? 10_000 : 1_000,
      servers: isShared ? 2 : 1,
      seed,
    });
    expect(run.problems).toEqual([]);
    // Otherwise the kills hit idle servers, and the test proves nothing.
    expect(run.killsDuringSteps).toBeGreaterThan(KILLS / 3);
    expect(Math.min(run.steps, run.acknowledged)).toBeGreaterThan(0);
    // The time counts only in the nightly run, when nothing else uses the machine.
    expect(run.latest).toBeLessThan(IS_NIGHTLY ? 5_000 : Infinity);
  },
  240_000,
);

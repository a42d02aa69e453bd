import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runCrashes } from '../src/testing/crashes/crash-run.ts';
import { TEST_DATABASE, testDatabase } from '../src/testing/databases/database.ts';

/** The seed repeats a failed run. */
const SEED = Number(process.env['CRASH_SEED'] ?? randomInt(1_000_000));
/** On PostgreSQL a run takes 20 s longer than its last kill, until the last lease has expired. */
const KILLS = TEST_DATABASE === 'postgres' ? 3 : 6;

const IN_FLIGHT = 50;

/** The nightly run has about 1,000 kills. PostgreSQL has fewer, because each run waits until leases have expired. */
const NIGHTLY_RUNS = TEST_DATABASE === 'postgres' ? 30 : 160;
const RUNS = process.env['NIGHTLY_SEQUENCES'] === undefined ? 1 : NIGHTLY_RUNS;
const SEEDS = Array.from({ length: RUNS }, (_, run) => SEED + run);

test.each(SEEDS)(
  `loses no acknowledged press when it is killed ${KILLS} times during 2,000 presses (CRASH_SEED=%i)`,
  async (seed) => {
    const { location } = await testDatabase();
    const run = await runCrashes(location, {
      presses: 2000,
      connections: 10,
      inFlight: IN_FLIGHT,
      kills: KILLS,
      seed,
    });
    expect(run.problems).toEqual([]);
    // Otherwise the kills hit an idle server, and the test proves nothing.
    expect(run.retried).toBeGreaterThan(0);
    expect(run.inFlight.all).toBeGreaterThan(IN_FLIGHT);
    // The time counts only in the nightly run, when nothing else uses the machine.
    expect(run.reclaimedWithin).toBeLessThan(RUNS > 1 ? 30_000 : Infinity);
  },
);

import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { runCrashes } from '../src/testing/crashes/crash-run.ts';
import { TEST_DATABASE, testDatabase } from '../src/testing/databases/database.ts';
import { TEST_LENGTH } from '../src/testing/test-length.ts';

/** The seed repeats a failed run. */
const SEED = Number(process.env['CRASH_SEED'] ?? randomInt(1_000_000));
/** On PostgreSQL a run takes 20 s longer than its last kill, until the last lease has expired. */
const KILLS = TEST_LENGTH === 'short' || TEST_DATABASE === 'postgres' ? 3 : 6;
const PRESSES = TEST_LENGTH === 'short' ? 800 : 2000;

const IN_FLIGHT = 50;

/** The nightly run has about 1,000 kills. PostgreSQL has fewer, because each run waits until leases have expired. */
const NIGHTLY_RUNS = TEST_DATABASE === 'postgres' ? 30 : 160;
const RUNS = TEST_LENGTH === 'long' ? NIGHTLY_RUNS : 1;
const SEEDS = Array.from({ length: RUNS }, (_, run) => SEED + run);

test.each(SEEDS)(
  `loses no acknowledged press when it is killed ${KILLS} times during ${PRESSES} presses (CRASH_SEED=%i)`,
  async (seed) => {
    const { location } = await testDatabase();
    const run = await runCrashes(location, {
      presses: PRESSES,
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

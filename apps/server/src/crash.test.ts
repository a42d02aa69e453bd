import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { crashRun } from './testing/crash-run.ts';
import { TEST_DATABASE, testDatabase } from './testing/database.ts';

/** A run that failed is repeated by its seed. */
const SEED = Number(process.env['CRASH_SEED'] ?? randomInt(1_000_000));
/** On PostgreSQL the run ends 20 s after the last kill, when the last lease has. */
const KILLS = TEST_DATABASE === 'postgres' ? 3 : 6;

test(`killed ${KILLS} times in 2,000 presses, nothing that was answered is lost (CRASH_SEED=${SEED})`, async () => {
  const { location } = await testDatabase();
  const run = await crashRun(location, { presses: 2000, connections: 10, kills: KILLS, seed: SEED });
  expect(run.problems).toEqual([]);
  // Or the kills met an idle server, and this has shown nothing.
  expect(run.retried).toBeGreaterThan(0);
}, 120_000);

import { expect, test } from 'vitest';
import { newDatabase } from '../src/testing/databases/database.ts';
import { runInterruption, type Interruption } from '../src/testing/crashes/interruption-run.ts';

test.each<Interruption>(['paused and resumed', 'killed'])(
  'when one of two servers on PostgreSQL is %s, no email is sent by both after its message was reclaimed',
  async (interruption) => {
    const { location, drop } = await newDatabase();
    const run = await runInterruption(location, 1000, interruption);
    await drop();
    expect(run.problems).toEqual([]);
    expect(run.lost).toBeGreaterThan(0);
    expect(run.reclaimedWithin).toBeLessThan(30_000);
  },
  240_000,
);

import { expect, test } from 'vitest';
import { newDatabase } from '../src/testing/database.ts';
import { runInterruption, type Interruption } from '../src/testing/stop-run.ts';

test.each<Interruption>(['paused and resumed', 'killed'])(
  'of two servers on PostgreSQL one is %s: no mail is sent by both after the takeover was recorded',
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

import { expect, test } from 'vitest';
import { newDatabase } from '../src/testing/database.ts';
import { stopRun, type Interruption } from '../src/testing/stop-run.ts';

test.each<Interruption>(['stopped and woken', 'killed'])(
  'of two servers on PostgreSQL one is %s: no mail is sent by both after the takeover was recorded',
  async (interruption) => {
    const { location, drop } = await newDatabase();
    const run = await stopRun(location, 1000, interruption);
    await drop();
    expect(run.problems).toEqual([]);
    expect(run.lost).toBeGreaterThan(0);
    expect(run.takenOverWithin).toBeLessThan(30_000);
  },
  240_000,
);

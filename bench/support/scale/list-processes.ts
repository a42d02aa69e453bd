import { buildSession } from '@callpoint/server/factories/accounts';
import { insertPresses } from '@callpoint/server/factories/many-presses';
import { startServerProcess, type ServerProcess } from '@callpoint/server/testing/processes/server-process';
import { withBenchDatabases } from '../bench-databases.ts';
import { type Call, formatSpeed, measureAll, medianSpeed, type Speed } from '../load/load.ts';
import { pagesFrom } from '../list-pages.ts';
import type { Figure } from '../report.ts';
import { median } from '../statistics.ts';

/** The first pages of a list of 1,000,000, read from one and several processes on one PostgreSQL. */

const PRESSES = 1_000_000;
const LOAD = { connections: 20, seconds: 2 };
const ROUNDS = 9;

export const LISTS_DESCRIPTION = `Lists: the first pages of ${PRESSES.toLocaleString('en-US')} presses, as in “Lists of a large table”, over ${LOAD.connections} connections, spread evenly over the processes; medians of ${ROUNDS} alternating rounds; the baseline is one process on the same database.`;

export async function measureListProcesses(counts: readonly number[]): Promise<Figure[]> {
  return await withBenchDatabases('postgres', async (databases) => {
    const { db, location } = await databases.create('lists');
    const token = await buildSession(db, 'team', await insertPresses(db, PRESSES, 0, 1));
    const servers: ServerProcess[] = [];
    while (servers.length < Math.max(...counts)) servers.push(await startServerProcess(location));
    const speeds = new Map(counts.map((count): [number, Speed[]] => [count, []]));
    const path = pagesFrom(1);
    const call: Call = { method: 'GET', path: '', query: () => `${path()}&token=${token}` };
    const urls = servers.map(({ url }) => url);
    try {
      const read = (count: number) => measureAll(urls.slice(0, count), call, LOAD);
      await read(servers.length);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [count, of] of speeds) of.push(await read(count));
    } finally {
      for (const server of servers) await server.end('SIGTERM');
    }
    const one = speeds.get(1) ?? [];
    return counts.map((count) => figureOf(count, speeds.get(count) ?? [], one));
  });
}

function figureOf(processes: number, speeds: readonly Speed[], one: readonly Speed[]): Figure {
  const ratios = speeds.map(({ perSecond }, round) => perSecond / (one[round]?.perSecond ?? 0));
  const isOne = processes === 1;
  return {
    label: `PostgreSQL, ${isOne ? '1 process' : `${processes} processes`}: lists of ${PRESSES.toLocaleString('en-US')}`,
    ours: formatSpeed(medianSpeed(speeds)),
    baseline: isOne ? null : `1 process: ${formatSpeed(medianSpeed(one))}`,
    ratio: isOne ? null : median(ratios),
    ratios,
    target: null,
  };
}

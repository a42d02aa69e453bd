import { setTimeout } from 'node:timers/promises';
import type { DatabaseLocation } from '@callpoint/server/db/connection';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { startBaseline } from './support/baseline/baseline-process.ts';
import { withBenchDatabases } from './support/bench-databases.ts';
import { type Memory, readMemory } from './support/process-memory.ts';
import type { Section } from './support/report.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 9;
const MAX_SECONDS = 0.6;
/** The memory of a start is released by then. */
const IDLE_SECONDS = 12;
const MAX_MEGABYTES = 120;

/** The time from the start of the process to the first connection that it accepts, and its memory without any calls. */
export async function start(): Promise<Section> {
  const { seconds, baseline, memory } = await withBenchDatabases('sqlite', async (databases) => {
    const { location, db } = await databases.create('start');
    await db.destroy();
    // The first start creates the configuration and the first administrator.
    await startOurs(location);
    const rounds: { seconds: number; baseline: number; memory: Memory }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ baseline: await startBare(), ...(await startOurs(location, IDLE_SECONDS)) });
    }
    return {
      seconds: median(rounds.map((round) => round.seconds)),
      baseline: median(rounds.map((round) => round.baseline)),
      memory: {
        own: median(rounds.map((round) => round.memory.own)),
        resident: median(rounds.map((round) => round.memory.resident)),
      },
    };
  });
  return {
    name: 'start',
    title: 'A start, and an idle server',
    description: [
      `The process that \`npm start\`, the systemd unit and the container run, on an SQLite database that it knows, until it listens (before it, \`npm start\` checks whether anything must be installed or built); medians of ${ROUNDS} rounds, compared with a process that only runs node:http.`,
      `Memory after ${IDLE_SECONDS} s without a call: what only this process has. Its resident memory includes the program file of Node, which all its processes share, and which the system can take back at any time.`,
    ],
    figures: [
      {
        label: 'start to listening',
        ours: `${seconds.toFixed(2)} s`,
        baseline: `${baseline.toFixed(2)} s`,
        ratio: seconds / baseline,
        target: { text: `at most ${MAX_SECONDS} s`, isMet: seconds <= MAX_SECONDS },
      },
      {
        label: 'idle memory',
        ours: `${memory.own.toFixed(0)} MB, resident ${memory.resident.toFixed(0)} MB`,
        baseline: null,
        ratio: null,
        target: { text: `at most ${MAX_MEGABYTES} MB`, isMet: memory.own <= MAX_MEGABYTES },
      },
    ],
  };
}

async function startOurs(
  location: DatabaseLocation,
  idleSeconds = 0,
): Promise<{ seconds: number; memory: Memory }> {
  const startedAt = performance.now();
  // Without a cache of compiled code, like `npm start`.
  const server = await startServerProcess(location, {
    variables: { NODE_COMPILE_CACHE: '' },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await setTimeout(idleSeconds * 1000);
  const memory = readMemory(server.pid);
  await server.end('SIGTERM');
  return { seconds, memory };
}

async function startBare(): Promise<number> {
  const startedAt = performance.now();
  const server = await startBaseline('bare-http', []);
  const seconds = (performance.now() - startedAt) / 1000;
  await server.stop();
  return seconds;
}

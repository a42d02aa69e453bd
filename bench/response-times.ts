import { Agent } from 'node:http';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { buildAppUser, buildSession, buildTeam } from '@callpoint/server/factories/accounts';
import { buildMeasuredIncident } from '@callpoint/server/factories/measured-incidents';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { createPhoneToken, withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { pressAtRate } from './support/load/paced-presses.ts';
import { processTime } from './support/process-time.ts';
import type { Figure, Section } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

const INCIDENTS = 100_000;
/** Messages of each incident. */
const MESSAGES = 6;
const PER_TRANSACTION = 200;
/** All incidents are within the twelve months that are read. */
const DAYS = 330;
const DAY = 86_400_000;
const READS = 3;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
/** Presses a second, of a button that opens no incident. */
const RATE = 50;
const BUTTON = 1;
/** Milliseconds. */
const MAX_READ = 10_000;
const LABELS: Readonly<Record<DatabaseKind, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** What the response times of a very large subscriber cost, and what a read of them does to presses. */
export async function responseTimes(): Promise<Section> {
  return {
    name: 'response-times',
    title: 'Response times of 100,000 incidents',
    description: [
      `One subscriber with ${INCIDENTS.toLocaleString('en-US')} incidents in ${DAYS} days, ${MESSAGES} messages each; reads of twelve months, one after the other, medians of ${READS}.`,
      `Then presses of another subscriber at ${RATE} a second, while the reads are repeated without a pause, compared with the same server without reads: medians of ${ROUNDS} alternating rounds of ${ROUND_SECONDS} s.`,
    ],
    figures: [...(await measure('sqlite')), ...(await measure('postgres'))],
  };
}

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  return await withBenchDatabases(kind, async (databases) => {
    const { server, read, pressUrl } = await open(databases);
    const agent = new Agent({ keepAlive: true });
    try {
      await read();
      const times: number[] = [];
      const processorTimes: number[] = [];
      for (let round = 0; round < READS; round += 1) {
        const [before, start] = [processTime(server.pid), performance.now()];
        await read();
        times.push(performance.now() - start);
        processorTimes.push(processTime(server.pid) - before);
      }
      const p99 = { reading: [] as number[], alone: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        p99.alone.push(await pressesDuring(pressUrl, agent, null));
        p99.reading.push(await pressesDuring(pressUrl, agent, read));
      }
      return [readFigure(LABELS[kind], times, processorTimes), pressFigure(LABELS[kind], p99)];
    } finally {
      agent.destroy();
      await server.end('SIGTERM');
    }
  });
}

async function open(databases: BenchDatabases) {
  const { db, location } = await databases.create('metrics');
  const token = await fill(db);
  const phone = await createPhoneToken(db);
  const server = await startServerProcess(location);
  const url = `${server.url}/tapi/v1/incidentMetrics?token=${token}`;
  const read = async () => {
    const response = await fetch(url);
    if (response.status === 429) return;
    const { data } = (await response.json()) as { data: { total: { all: { incidents: number } } } };
    if (data.total.all.incidents !== INCIDENTS) throw new Error('not all incidents were counted');
  };
  return { server, read, pressUrl: `${server.url}/mapi/v1/button_click?token=${phone}` };
}

/** The 99th percentile of presses in a round, in milliseconds, while `read` is repeated. */
async function pressesDuring(url: string, agent: Agent, read: (() => Promise<void>) | null): Promise<number> {
  const over = new AbortController();
  const reading = read ? repeat(read, over.signal) : null;
  const presses = await pressAtRate([url], agent, RATE, ROUND_SECONDS, BUTTON);
  over.abort();
  await reading;
  return percentile(
    presses.map(({ sentAt, respondedAt }) => respondedAt - sentAt),
    99,
  );
}

async function repeat(work: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted) await work();
}

/** Stores the incidents as copies of one, with times of their own. Returns a token of their subscriber. */
async function fill(db: Db): Promise<string> {
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  const sample = { sent: 1, delivered: 3, acknowledged: 60, closed: 600, outcome: 'helped' };
  const id = await buildMeasuredIncident(db, user, new Date(), sample);
  const { id: _, ...incident } = await db
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: __, ...message } = await db
    .selectFrom('delivery')
    .selectAll()
    .where('incident_id', '=', id)
    .executeTakeFirstOrThrow();
  const first = Date.now() - DAYS * DAY;
  for (let stored = 1; stored < INCIDENTS; stored += PER_TRANSACTION) {
    const count = Math.min(PER_TRANSACTION, INCIDENTS - stored);
    const incidents = Array.from({ length: count }, (_row, index) => {
      const opened = first + ((stored + index) / INCIDENTS) * DAYS * DAY;
      return {
        ...incident,
        button_click_id: 1_000_000 + stored + index,
        opened_at: new Date(opened).toISOString(),
        acknowledged_at: new Date(opened + ((stored + index) % 977) * 1000).toISOString(),
      };
    });
    await db.transaction().execute(async (tx) => {
      const rows = await tx.insertInto('incident').values(incidents).returning(['id', 'opened_at']).execute();
      for (let number = 0; number < MESSAGES; number += 1) {
        await tx
          .insertInto('delivery')
          .values(
            rows.map((row) => ({
              ...message,
              message_key: `${row.id}-${number}`,
              incident_id: row.id,
              sent_at: new Date(Date.parse(row.opened_at) + (number + 1) * 900).toISOString(),
            })),
          )
          .execute();
      }
    });
  }
  return await buildSession(db, 'team', team.id);
}

function readFigure(label: string, times: readonly number[], processorTimes: readonly number[]): Figure {
  const time = median([...times]);
  return {
    label: `${label}, read of twelve months`,
    ours: `${(time / 1000).toFixed(1)} s, ${(median([...processorTimes]) / 1000).toFixed(1)} s of a core`,
    baseline: null,
    ratio: null,
    target: { text: `within ${MAX_READ / 1000} s`, isMet: time <= MAX_READ },
  };
}

function pressFigure(label: string, { reading, alone }: Record<'reading' | 'alone', number[]>): Figure {
  return {
    label: `${label}, response to a press`,
    ours: `p99 ${median(reading).toFixed(1)} ms`,
    baseline: `p99 ${median(alone).toFixed(1)} ms without reads`,
    ratio: median(reading) / median(alone),
    target: null,
  };
}

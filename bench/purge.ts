import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import {
  insertMessagesForEachPress,
  insertOwnTexts,
  insertPresses,
} from '@callpoint/server/factories/many-presses';
import { createPhoneTokens, type BenchDatabases, withBenchDatabases } from './support/bench-databases.ts';
import { formatSpeed, measureSpeed, medianSpeed, type Speed } from './support/load/load.ts';
import { pressesOf, pressServers, type PressServers } from './support/load/press-load.ts';
import type { Figure, Section } from './support/report.ts';
import { median } from './support/statistics.ts';

const PRESSES = 200_000;
const MESSAGES_OF_EACH = 3;
const DAYS = 400;
/** Nearly all messages are older. */
const RETENTION_DAYS = 7;
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;
const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 20;
const MIN_RATIO = 0.8;
const EARLY = new URL('support/ten-minutes-early.mjs', import.meta.url).href;
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Presses a second while the texts of old messages are deleted, compared with the same database without. */
export async function purge(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) figures.push(await withBenchDatabases(kind, measure));
  return {
    name: 'purge',
    title: 'Presses while old texts are deleted',
    description: [
      `Presses over ${CONNECTIONS} connections in a database with ${(PRESSES * MESSAGES_OF_EACH).toLocaleString('en-US')} messages of ${DAYS} days: with RETENTION_DAYS=${RETENTION_DAYS}, so that their texts and attempts are deleted all the time, compared with the default, so that none is. Medians of ${ROUNDS} rounds of ${SECONDS} s, each with a server that has just started, and does every second what it does every ten minutes otherwise.`,
      'Each old press has a text of 1,000 characters, and each message an attempt. The mail server does not respond, so that new messages are only stored.',
    ],
    figures,
  };
}

async function measure(databases: BenchDatabases): Promise<Figure> {
  const { db, location } = await databases.create('old');
  await insertPresses(db, PRESSES, DAYS);
  await insertMessagesForEachPress(db, MESSAGES_OF_EACH);
  await insertOwnTexts(db);
  const call = pressesOf(await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH));
  const early = { NODE_OPTIONS: `--import=${EARLY}` };
  const purging = await pressServers({ ...early, RETENTION_DAYS: String(RETENTION_DAYS) });
  const storing = await pressServers(early);
  let seconds = 0;
  const measureOne = async (servers: PressServers): Promise<Speed> => {
    const since = performance.now();
    const server = await servers.start(location);
    try {
      return await measureSpeed({ url: server.url, call }, SECONDS, CONNECTIONS);
    } finally {
      await server.end('SIGKILL');
      if (servers === purging) seconds += (performance.now() - since) / 1000;
    }
  };
  const speeds: { with: Speed; without: Speed }[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1)
      speeds.push({ with: await measureOne(purging), without: await measureOne(storing) });
  } finally {
    await purging.end();
    await storing.end();
  }
  const ratios = speeds.map((speed) => speed.with.perSecond / speed.without.perSecond);
  const ratio = median(ratios);
  const purged = Math.round((await countPurged(db)) / seconds).toLocaleString('en-US');
  return {
    label: `${NAMES[databases.kind]}, ${purged} messages a second purged`,
    ours: formatSpeed(medianSpeed(speeds.map((speed) => speed.with))),
    baseline: `without a purge: ${formatSpeed(medianSpeed(speeds.map((speed) => speed.without)))}`,
    ratio,
    ratios,
    target: { text: `at least ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
  };
}

async function countPurged(db: Db): Promise<number> {
  const { purged } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll<number | string>().as('purged'))
    .where('purged_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(purged);
}

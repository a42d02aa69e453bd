import type { DatabaseKind } from '@callpoint/server/db/connection';
import { insertMessagesForEachPress, insertPresses } from '@callpoint/server/factories/many-presses';
import { createPhoneTokens, type BenchDatabases, withBenchDatabases } from './support/bench-databases.ts';
import { compare, formatSpeed } from './support/load/load.ts';
import { pressesOf, pressServers } from './support/load/press-load.ts';
import type { Figure, Section } from './support/report.ts';

const PRESSES = 3_400_000;
const MESSAGES_OF_EACH = 3;
const DAYS = 365;
/** So many people that none of them presses more than once a second. */
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;
const ROUNDS = { rounds: 9, seconds: 3, connections: 20 };
const MIN_RATIO = 0.9;
const NAMES: Record<DatabaseKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Presses a second in a database with more than 10,000,000 messages, compared with a new one. */
export async function history(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    figures.push(await withBenchDatabases(kind, measure));
  }
  return {
    name: 'history',
    title: 'Presses after a long history',
    description: [
      `Presses over ${ROUNDS.connections} connections in a database with ${PRESSES.toLocaleString('en-US')} presses of the last year and ${(PRESSES * MESSAGES_OF_EACH).toLocaleString('en-US')} messages, compared with a database without any; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
      'The old messages are sent or failed, and share one text. The mail server does not respond, so that new messages are only stored.',
    ],
    figures,
  };
}

async function measure(databases: BenchDatabases): Promise<Figure> {
  const servers = await pressServers();
  try {
    const old = await startPlatform(databases, servers, PRESSES);
    const empty = await startPlatform(databases, servers, 0);
    const { first, second, ratio, ratios } = await compare(old, empty, ROUNDS);
    return {
      label: NAMES[databases.kind],
      ours: formatSpeed(first),
      baseline: `without a history: ${formatSpeed(second)}`,
      ratio,
      ratios,
      target: { text: `at least ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
    };
  } finally {
    await servers.end();
  }
}

async function startPlatform(
  databases: BenchDatabases,
  servers: Awaited<ReturnType<typeof pressServers>>,
  presses: number,
) {
  const { db, location } = await databases.create(presses === 0 ? 'empty' : 'old');
  if (presses > 0) {
    await insertPresses(db, presses, DAYS);
    await insertMessagesForEachPress(db, MESSAGES_OF_EACH);
  }
  const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
  const { url } = await servers.start(location);
  return { url, call: pressesOf(tokens) };
}

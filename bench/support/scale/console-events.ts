import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { buildAdmin, buildSession } from '@callpoint/server/factories/accounts';
import { startBaseline } from '../baseline/baseline-process.ts';
import { type BenchDatabases, createPhoneTokens, withBenchDatabases } from '../bench-databases.ts';
import { openConsoles, type OpenConsoles } from './open-consoles.ts';
import { measureAll } from '../load/load.ts';
import { pressesOf, pressOnce, pressServers } from '../load/press-load.ts';
import type { Figure } from '../report.ts';
import { median, percentile } from '../statistics.ts';

/** Events to open consoles. */

const CONSOLES = 1000;
/** A session may have 8 open consoles, an account 40. */
const OF_SESSION = 8;
const OF_ACCOUNT = 40;
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 20;
/** Presses that are timed one after the other. */
const TIMED = 100;
const CONNECTIONS = 20;
const ROUNDS = 9;
const SECONDS = 2;

export const CONSOLES_DESCRIPTION = `Events: ${CONSOLES.toLocaleString('en-US')} consoles of administrators, who get the events of every press; from ${TIMED} presses, one after the other, until the last console has each event; the baseline is a bare node:http server, which stores and checks nothing and writes the same event to as many streams, press by press in turns. Presses with open consoles: 10 consoles of each of ${SUBSCRIBERS} subscribers whose people press, in alternating rounds with and without them. All consoles are one process on the same cores.`;

export async function measureConsoleEvents(kind: DatabaseKind, counts: readonly number[]): Promise<Figure[]> {
  return await withBenchDatabases(kind, async (databases) => {
    const figures: Figure[] = [];
    for (const processes of counts) figures.push(...(await measureProcesses(databases, processes)));
    return figures;
  });
}

async function measureProcesses(databases: BenchDatabases, processes: number): Promise<Figure[]> {
  const { kind } = databases;
  const { db, location } = await databases.create(`consoles${processes}`);
  const phones = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
  const admins = await consolesOfAdmins(db);
  const subscribers = await consolesOfSubscribers(db);
  const servers = await pressServers({ TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const urls: string[] = [];
    while (urls.length < processes) urls.push((await servers.start(location)).url);
    const name = `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${processes === 1 ? '1 process' : `${processes} processes`}`;
    return [
      await timeEvents(name, urls, phones, admins),
      await pressWithConsoles(name, urls, phones, subscribers),
    ];
  } finally {
    await servers.end();
  }
}

/** A token for each console. */
async function consolesOfAdmins(db: Db): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < CONSOLES) {
    const { id } = await buildAdmin(db);
    for (let session = 0; session < OF_ACCOUNT / OF_SESSION; session += 1) {
      const token = await buildSession(db, 'admin', id);
      tokens.push(...Array.from({ length: OF_SESSION }, () => token));
    }
  }
  return tokens;
}

async function consolesOfSubscribers(db: Db): Promise<string[]> {
  const tokens: string[] = [];
  for (const { id } of await db.selectFrom('team').select('id').execute()) {
    const sessions = [await buildSession(db, 'team', id), await buildSession(db, 'team', id)];
    for (let console = 0; console < CONSOLES / SUBSCRIBERS; console += 1)
      tokens.push(sessions[console % sessions.length] ?? '');
  }
  return tokens;
}

async function timeEvents(
  name: string,
  urls: readonly string[],
  phones: readonly string[],
  tokens: readonly string[],
): Promise<Figure> {
  const bare = await startBaseline('events-http', []);
  const [ours, theirs] = [
    await openConsoles(urls, '/api/v1', tokens),
    await openConsoles([bare.url], '/api/v1', tokens),
  ];
  const timePress = async (consoles: OpenConsoles, url: string, press: number) => {
    const start = performance.now();
    const id = await pressOnce(url, phones[press % phones.length] ?? '');
    return (await consoles.received(id)) - start;
  };
  const events: number[] = [];
  const baseline: number[] = [];
  for (let press = 0; press < TIMED; press += 1) {
    events.push(await timePress(ours, urls[press % urls.length] ?? '', press));
    baseline.push(await timePress(theirs, bare.url, press));
  }
  for (const consoles of [ours, theirs]) consoles.close();
  await bare.stop();
  const format = (times: readonly number[]) =>
    `p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${percentile(times, 99).toFixed(0)} ms`;
  return {
    label: `${name}: from a press to ${CONSOLES.toLocaleString('en-US')} consoles`,
    ours: format(events),
    baseline: format(baseline),
    ratio: percentile(events, 50) / percentile(baseline, 50),
    target: null,
  };
}

async function pressWithConsoles(
  name: string,
  urls: readonly string[],
  phones: readonly string[],
  tokens: readonly string[],
): Promise<Figure> {
  const load = { seconds: SECONDS, connections: CONNECTIONS };
  const call = pressesOf(phones);
  await measureAll(urls, call, load);
  const rounds: { without: number; open: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { perSecond: without } = await measureAll(urls, call, load);
    const consoles = await openConsoles(urls, '/tapi/v1', tokens);
    const { perSecond } = await measureAll(urls, call, load);
    consoles.close();
    rounds.push({ without, open: perSecond });
  }
  const ratios = rounds.map(({ open, without }) => open / without);
  const format = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en-US')}/s`;
  return {
    label: `${name}: presses with ${CONSOLES.toLocaleString('en-US')} open consoles`,
    ours: format(median(rounds.map(({ open }) => open))),
    baseline: `${format(median(rounds.map(({ without }) => without)))} without`,
    ratio: median(ratios),
    ratios,
    target: null,
  };
}

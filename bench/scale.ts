import { readTemplate } from './presses.ts';
import { createPhoneTokens, withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { CONSOLES_DESCRIPTION, measureConsoleEvents } from './support/scale/console-events.ts';
import { measureAll, type Speed } from './support/load/load.ts';
import { LISTS_DESCRIPTION, measureListProcesses } from './support/scale/list-processes.ts';
import { measurePgbench, type PgbenchResult } from './support/load/pgbench.ts';
import { BUTTON, pressesOf, pressOnce, pressServers } from './support/load/press-load.ts';
import type { Figure, Section } from './support/report.ts';
import { median } from './support/statistics.ts';

const PROCESSES = [1, 2, 4] as const;
const CONNECTIONS = 20;
const ROUNDS = 9;
const SECONDS = 4;
/** For each process: its code is compiled while it serves, and several processes share the presses. */
const WARM_UP_SECONDS = 8;
const MIN_RATIO = 0.5;
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;

type Round = { ours: Speed; theirs: PgbenchResult };

/** Presses of one and several server processes compared with pgbench, lists of 1,000,000, and events to open consoles. */
export async function scale(): Promise<Section> {
  const presses = await withBenchDatabases('postgres', (databases) =>
    withBenchDatabases('sqlite', (files) => measurePresses(databases, files)),
  );
  return {
    name: 'scale',
    title: 'Several processes',
    description: [
      `Presses of button ${BUTTON} over ${CONNECTIONS} connections, spread evenly over the processes; medians of ${ROUNDS} rounds of ${SECONDS} s, each number of processes, and its baseline, on a new database, after a warm-up of ${WARM_UP_SECONDS} s for each process. ${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people press in turn.`,
      `The baseline is pgbench, which inserts the same rows of the same people with the same texts into the same tables of PostgreSQL over as many connections, with one statement for each table and one commit for each press, in alternating rounds. The load, the processes and PostgreSQL share the cores of this machine: with two cores, more processes show that nothing breaks, not how the product scales.`,
      'The response of a press is sent after its commit; the mail server does not respond.',
      LISTS_DESCRIPTION,
      CONSOLES_DESCRIPTION,
      'Messages a second of as many processes are in “From the outbox to the mail server”; `npm run bench -- scale outbox` runs both.',
    ],
    figures: [
      ...presses,
      ...(await measureListProcesses(PROCESSES)),
      ...(await measureConsoleEvents('sqlite', [1])),
      ...(await measureConsoleEvents('postgres', PROCESSES)),
    ],
  };
}

async function measurePresses(databases: BenchDatabases, files: BenchDatabases): Promise<Figure[]> {
  const load = { seconds: SECONDS, connections: CONNECTIONS };
  const measure = async (name: string, kind: BenchDatabases, processes: number): Promise<Figure> => {
    // A new database: the watchdog reads every press that waits for the mail server.
    const { db, location } = await kind.create(`scale${processes}`);
    const baseline = await databases.create(`pgbench_${kind.kind}_${processes}`);
    if (baseline.location.kind !== 'postgres') throw new Error('not PostgreSQL');
    const { url } = baseline.location;
    await createPhoneTokens(baseline.db, SUBSCRIBERS, USERS_OF_EACH);
    const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
    const call = pressesOf(tokens);
    const servers = await pressServers();
    try {
      const urls: string[] = [];
      while (urls.length < processes) urls.push((await servers.start(location)).url);
      await pressOnce(urls[0] ?? '', tokens[0] ?? '');
      const press = await readTemplate(db, baseline.db);
      await measureAll(urls, call, { ...load, seconds: WARM_UP_SECONDS * processes });
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const ours = await measureAll(urls, call, load);
        rounds.push({
          ours,
          theirs: await measurePgbench(url, databases.folder, press, CONNECTIONS, SECONDS),
        });
      }
      return figureOf(`${name}, ${processes === 1 ? '1 process' : `${processes} processes`}`, rounds);
    } finally {
      await servers.end();
    }
  };
  const figures: Figure[] = [];
  for (const count of PROCESSES) figures.push(await measure('PostgreSQL', databases, count));
  return [await measure('SQLite', files, 1), ...figures];
}

function figureOf(label: string, rounds: readonly Round[]): Figure {
  const ratios = rounds.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond);
  const ratio = median(ratios);
  const times = median(rounds.map(({ ours, theirs }) => ours.p99 / theirs.p99));
  const format = (speeds: readonly PgbenchResult[]) =>
    `${Math.round(median(speeds.map(({ perSecond }) => perSecond))).toLocaleString('en-US')}/s, p99 ${median(speeds.map(({ p99 }) => p99)).toFixed(1)} ms`;
  return {
    label,
    ours: `${format(rounds.map(({ ours }) => ours))} (${times.toFixed(2)} times the baseline’s)`,
    baseline: format(rounds.map(({ theirs }) => theirs)),
    ratio,
    ratios,
    target: {
      text: `at least ${MIN_RATIO}, the 99th percentile at most ${1 / MIN_RATIO} times`,
      isMet: ratio >= MIN_RATIO && times <= 1 / MIN_RATIO,
    },
  };
}

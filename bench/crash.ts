import { randomInt } from 'node:crypto';
import { ensureStrace } from '@callpoint/scripts/machine/strace.ts';
import { type CrashRun, runCrashes } from '@callpoint/server/testing/crashes/crash-run';
import { runFsyncCrash } from '@callpoint/server/testing/crashes/fsync-run';
import { runInterruption, type Interruption } from '@callpoint/server/testing/crashes/interruption-run';
import { withBenchDatabases } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';

const PRESSES = 2000;
const CONNECTIONS = 10;
const IN_FLIGHT = 50;
const RECLAIM_LIMIT_MS = 30_000;
const RUNS = { sqlite: { runs: 8, kills: 8 }, postgres: { runs: 3, kills: 5 } };

/** A longer version of the crash test: many runs, each with its own seed. */
export async function crash(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    const { runs, kills } = RUNS[kind];
    const all: CrashRun[] = [];
    await withBenchDatabases(kind, async (databases) => {
      for (let run = 1; run <= runs; run += 1) {
        const seed = randomInt(1_000_000);
        const { location } = await databases.create(`crash-${run}`);
        const result = await runCrashes(location, {
          presses: PRESSES,
          connections: CONNECTIONS,
          inFlight: IN_FLIGHT,
          kills,
          seed,
        });
        console.log(`  ${kind} ${run}/${runs}, seed ${seed}: ${JSON.stringify(result)}`);
        all.push(result);
      }
    });
    figures.push(createFigure(kind === 'sqlite' ? 'SQLite' : 'PostgreSQL', runs * kills, all));
  }
  figures.push(await killAtEachFsync());
  for (const interruption of ['paused and resumed', 'killed'] as const)
    figures.push(await interruptOneOfTwo(interruption));
  return {
    name: 'crash',
    title: 'Killed under load',
    description: [
      `Runs of ${PRESSES.toLocaleString('en-US')} presses over ${CONNECTIONS} connections while emails are sent to a real SMTP server. The server is killed with SIGKILL at random moments, two thirds of them with ${IN_FLIGHT} messages in flight, and restarted. Phones repeat a press with its client_id until they get a response.`,
      'The counts then show: every press with a response is stored once; every planned email was received at least once, and again only if its attempt was lost with the process (with the same Message-ID); no message is left in flight.',
    ],
    figures,
  };
}

/** strace kills the server at each fsync of a short run; then all data that was not synced is removed, as in a power failure. */
async function killAtEachFsync(): Promise<Figure> {
  await ensureStrace();
  const problems: string[] = [];
  let [at, presses] = [0, 0];
  await withBenchDatabases('sqlite', async (databases) => {
    for (let isOver = false; !isOver;) {
      at += 1;
      const { location, db } = await databases.create(`fsync-${at}`);
      await db.destroy();
      const run = await runFsyncCrash(location, at);
      presses += run.presses;
      problems.push(...run.problems);
      isOver = !run.killed;
    }
  });
  for (const problem of problems) console.log(`  ${problem}`);
  return {
    label: `SQLite: killed at each of the ${at - 1} fsyncs of a run, unsynced data removed`,
    ours: `${presses} presses, ${problems.length} promises broken`,
    baseline: null,
    ratio: null,
    target: { text: 'none broken', isMet: problems.length === 0 },
  };
}

/** Two servers on PostgreSQL. One is paused (SIGSTOP) for longer than its leases last, or killed. */
async function interruptOneOfTwo(interruption: Interruption): Promise<Figure> {
  const { mails, duplicates, lost, reclaimedWithin, problems } = await withBenchDatabases(
    'postgres',
    async (databases) => runInterruption((await databases.create('two')).location, PRESSES, interruption),
  );
  for (const problem of problems) console.log(`  ${problem}`);
  return {
    label: `Two servers on PostgreSQL, one ${interruption}`,
    ours: `${mails.toLocaleString('en-US')} emails, ${lost} attempts lost and reclaimed within ${formatSeconds(reclaimedWithin)}, ${duplicates} duplicates, none of them after the reclaim, ${problems.length} promises broken`,
    baseline: null,
    ratio: null,
    target: {
      text: 'none broken, reclaimed within 30 s',
      isMet: problems.length === 0 && reclaimedWithin <= RECLAIM_LIMIT_MS,
    },
  };
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function createFigure(name: string, kills: number, all: readonly CrashRun[]): Figure {
  const sum = (valueOf: (run: CrashRun) => number) => all.reduce((total, run) => total + valueOf(run), 0);
  const broken = sum(({ problems }) => problems.length);
  const reclaimedWithin = Math.max(...all.map((run) => run.reclaimedWithin));
  return {
    label: `${name}: ${(all.length * PRESSES).toLocaleString('en-US')} presses, ${kills} kills`,
    ours: `${sum(({ retried }) => retried)} presses repeated (${sum(({ repeated }) => repeated)} had been stored), ${sum(({ mails }) => mails).toLocaleString('en-US')} emails, ${sum(({ duplicates }) => duplicates)} duplicates, ${sum(({ inFlight }) => inFlight.all)} in flight at the kills and reclaimed within ${formatSeconds(reclaimedWithin)}, ${broken} promises broken`,
    baseline: null,
    ratio: null,
    target: {
      text: 'none broken, reclaimed within 30 s',
      isMet: broken === 0 && reclaimedWithin <= RECLAIM_LIMIT_MS,
    },
  };
}

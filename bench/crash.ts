import { randomInt } from 'node:crypto';
import { ensureStrace } from '@callpoint/scripts/machine/strace.ts';
import { type CrashRun, runCrashes } from '@callpoint/server/testing/crash-run';
import { runFsyncCrash } from '@callpoint/server/testing/fsync-run';
import { runInterruption, type Interruption } from '@callpoint/server/testing/stop-run';
import { onGround } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';

const PRESSES = 2000;
const CONNECTIONS = 10;
const IN_FLIGHT = 50;
const TAKEN_OVER_WITHIN = 30_000;
const RUNS = { sqlite: { runs: 8, kills: 8 }, postgres: { runs: 3, kills: 5 } };

/** The crash test of the suites, longer: many runs with seeds of their own. */
export async function crash(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    const { runs, kills } = RUNS[kind];
    const all: CrashRun[] = [];
    await onGround(kind, async (ground) => {
      for (let run = 1; run <= runs; run += 1) {
        const seed = randomInt(1_000_000);
        const { location } = await ground.database(`crash-${run}`);
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
    figures.push(figureOf(kind === 'sqlite' ? 'SQLite' : 'PostgreSQL', runs * kills, all));
  }
  figures.push(await atEachFsync());
  for (const interruption of ['paused and resumed', 'killed'] as const)
    figures.push(await oneOfTwo(interruption));
  return {
    name: 'crash',
    title: 'Killed under load',
    setting: [
      `Runs of ${PRESSES.toLocaleString('en-US')} presses over ${CONNECTIONS} connections while mails go out to a real SMTP server; the server is killed with SIGKILL at random moments, two thirds of them with ${IN_FLIGHT} messages in flight, and started again; phones repeat a press with its client_id until it is answered.`,
      'Then it is counted: every answered press is stored once, every planned mail was received at least once, one more time only where an attempt was lost with its process (with the same Message-ID), and nothing is left on its way.',
    ],
    figures,
  };
}

/** Killed by strace where it waits for the disk, at each such place of a short run, and then the power fails. */
async function atEachFsync(): Promise<Figure> {
  await ensureStrace();
  const problems: string[] = [];
  let [at, presses] = [0, 0];
  await onGround('sqlite', async (ground) => {
    for (let isOver = false; !isOver;) {
      at += 1;
      const { location, db } = await ground.database(`fsync-${at}`);
      await db.destroy();
      const run = await runFsyncCrash(location, at);
      presses += run.presses;
      problems.push(...run.problems);
      isOver = !run.killed;
    }
  });
  for (const problem of problems) console.log(`  ${problem}`);
  return {
    what: `SQLite: killed at each of the ${at - 1} fsyncs of a run, what had not reached the disk cut away`,
    ours: `${presses} presses, ${problems.length} promises broken`,
    beside: null,
    ratio: null,
    wanted: { text: 'none broken', reached: problems.length === 0 },
  };
}

/** Two servers on PostgreSQL, one of which stands still for longer than its leases last, or is killed. */
async function oneOfTwo(interruption: Interruption): Promise<Figure> {
  const { mails, duplicates, lost, reclaimedWithin, problems } = await onGround('postgres', async (ground) =>
    runInterruption((await ground.database('two')).location, PRESSES, interruption),
  );
  for (const problem of problems) console.log(`  ${problem}`);
  return {
    what: `Two servers on PostgreSQL, one ${interruption}`,
    ours: `${mails.toLocaleString('en-US')} mails, ${lost} attempts lost and taken over within ${seconds(reclaimedWithin)}, ${duplicates} mails came twice, none after its takeover, ${problems.length} promises broken`,
    beside: null,
    ratio: null,
    wanted: {
      text: 'none broken, taken over within 30 s',
      reached: problems.length === 0 && reclaimedWithin <= TAKEN_OVER_WITHIN,
    },
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function figureOf(name: string, kills: number, all: readonly CrashRun[]): Figure {
  const sum = (of: (run: CrashRun) => number) => all.reduce((total, run) => total + of(run), 0);
  const broken = sum(({ problems }) => problems.length);
  const reclaimedWithin = Math.max(...all.map((run) => run.reclaimedWithin));
  return {
    what: `${name}: ${(all.length * PRESSES).toLocaleString('en-US')} presses, ${kills} kills`,
    ours: `${sum(({ retried }) => retried)} presses repeated (${sum(({ repeated }) => repeated)} had been stored), ${sum(({ mails }) => mails).toLocaleString('en-US')} mails, ${sum(({ duplicates }) => duplicates)} came twice, ${sum(({ inFlight }) => inFlight.all)} were in flight at the kills and taken over within ${seconds(reclaimedWithin)}, ${broken} promises broken`,
    beside: null,
    ratio: null,
    wanted: {
      text: 'none broken, taken over within 30 s',
      reached: broken === 0 && reclaimedWithin <= TAKEN_OVER_WITHIN,
    },
  };
}

import { randomInt } from 'node:crypto';
import { type CrashRun, crashRun } from '@callpoint/server/testing/crash-run';
import { stopRun } from '@callpoint/server/testing/stop-run';
import { onGround } from './support/ground.ts';
import type { Figure, Section } from './support/report.ts';

const PRESSES = 2000;
const CONNECTIONS = 10;
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
        const result = await crashRun(location, { presses: PRESSES, connections: CONNECTIONS, kills, seed });
        console.log(`  ${kind} ${run}/${runs}, seed ${seed}: ${JSON.stringify(result)}`);
        all.push(result);
      }
    });
    figures.push(figureOf(kind === 'sqlite' ? 'SQLite' : 'PostgreSQL', runs * kills, all));
  }
  figures.push(await stoppedAndWoken());
  return {
    name: 'crash',
    title: 'Killed under load',
    setting: [
      `Runs of ${PRESSES.toLocaleString('en-US')} presses over ${CONNECTIONS} connections while mails go out to a real SMTP server; the server is killed with SIGKILL at random moments and started again; phones repeat a press with its client_id until it is answered.`,
      'Then it is counted: every answered press is stored once, every planned mail was received at least once, one more time only where an attempt was lost with its process (with the same Message-ID), and nothing is left on its way.',
    ],
    figures,
  };
}

/** Two servers on PostgreSQL, one of which stands still for longer than its leases last. */
async function stoppedAndWoken(): Promise<Figure> {
  const { mails, duplicates, lost, problems } = await onGround('postgres', async (ground) =>
    stopRun((await ground.database('stopped')).location, PRESSES),
  );
  for (const problem of problems) console.log(`  ${problem}`);
  return {
    what: 'Two servers on PostgreSQL, one stopped for 25 s (SIGSTOP) and woken',
    ours: `${mails.toLocaleString('en-US')} mails, ${lost} attempts lost, ${duplicates} mails came twice, ${problems.length} promises broken`,
    beside: null,
    ratio: null,
    wanted: { text: 'none broken', reached: problems.length === 0 },
  };
}

function figureOf(name: string, kills: number, all: readonly CrashRun[]): Figure {
  const sum = (of: (run: CrashRun) => number) => all.reduce((total, run) => total + of(run), 0);
  const broken = sum(({ problems }) => problems.length);
  return {
    what: `${name}: ${(all.length * PRESSES).toLocaleString('en-US')} presses, ${kills} kills`,
    ours: `${sum(({ retried }) => retried)} presses repeated (${sum(({ repeated }) => repeated)} had been stored), ${sum(({ mails }) => mails).toLocaleString('en-US')} mails, ${sum(({ duplicates }) => duplicates)} came twice, ${broken} promises broken`,
    beside: null,
    ratio: null,
    wanted: { text: 'none broken', reached: broken === 0 },
  };
}

import { globSync } from 'node:fs';
import { ensurePrometheus } from './machine/prometheus.ts';
import { ensureProxies } from './machine/proxies.ts';
import { ensureStrace } from './machine/strace.ts';
import { startPostgres } from './postgres.ts';
import { root } from './setup/paths.mjs';
import { runMain } from './setup/progress.mjs';
import { ensureChromium } from './machine/chromium.ts';
import { ensureFirefox } from './machine/firefox.ts';
import { ensureBuilt } from './setup/build.mjs';
import { formatOutcome, type SuiteOutcome, sumCounts } from './suites/outcome.ts';
import { runPlaywright } from './suites/playwright.ts';
import { runVitest } from './suites/vitest.ts';

/** Random sequences of calls on each database. */
const SEQUENCES = '10000';
/** Tests that `npm test` runs too, and that have a length of their own here. */
const LONG_RUNS = [
  'apps/server/tests/isolation.property.test.ts',
  'apps/server/tests/bad-input.test.ts',
  'apps/server/tests/delivery/notification-plan.property.test.ts',
  'apps/server/tests/payments.property.test.ts',
  'apps/server/tests/incidents.property.test.ts',
  'apps/server/tests/crash.test.ts',
  'apps/server/tests/check-in-crash.test.ts',
  'apps/server/tests/incident-crash.test.ts',
  'apps/server/tests/check-ins.property.test.ts',
];
/** The files whose names say that they run here only. */
const NIGHTLY_FILES = 'apps/server/{src,tests}/**/*-nightly.*.test.ts';

/** Presses under faults, in the phone app; see the journey. */
const JOURNEY = 'phone-faults.spec.ts';
const PRESSES = '200';

type Environment = { postgresUrl: string; chromium: string; firefox: string };

/** Everything that `npm test` runs, and what it excludes. */
async function runAllSuites(environment: Environment): Promise<SuiteOutcome[]> {
  return [await runVitest([], environment), await runPlaywright([], environment)];
}

/** The longest runs: those of the given files, or all. */
async function runLong(chosen: readonly string[], environment: Environment): Promise<SuiteOutcome[]> {
  process.env['NIGHTLY_SEQUENCES'] ??= SEQUENCES;
  process.env['NIGHTLY_RUNS'] = '1';
  process.env['PHONE_PRESSES'] ??= PRESSES;
  const outcomes = [];
  const files = chosen.filter((file) => !file.endsWith(JOURNEY));
  if (files.length > 0) outcomes.push(await runVitest(files, environment));
  if (files.length < chosen.length) outcomes.push(await runPlaywright([JOURNEY], environment));
  return outcomes;
}

await runMain(async () => {
  await ensureBuilt();
  await ensureStrace();
  await ensureProxies();
  await ensurePrometheus();
  const browsers = { chromium: await ensureChromium(), firefox: await ensureFirefox() };
  const postgres = await startPostgres();
  try {
    const environment = { ...browsers, postgresUrl: postgres.url };
    const chosen = process.argv.slice(2);
    const all = [...LONG_RUNS, ...globSync(NIGHTLY_FILES, { cwd: root }), JOURNEY];
    const outcomes =
      chosen.length > 0
        ? await runLong(chosen, environment)
        : [...(await runAllSuites(environment)), ...(await runLong(all, environment))];
    // Repeated at the end, because people often see only the last lines of a long run.
    for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\nFAILED  ${failure}`);
    for (const test of outcomes.flatMap(({ notRun = [] }) => notRun)) console.log(`\nNOT RUN  ${test}`);
    const total = sumCounts(outcomes);
    console.log(`\n${formatOutcome(total)}`);
    return total.failed === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
});

import { ensureChromium } from './machine/chromium.ts';
import { ensureFirefox } from './machine/firefox.ts';
import { type TemporaryPostgres, startPostgres } from './postgres.ts';
import { ensureBuilt } from './setup/build.mjs';
import { UserError, runMain, secondsSince, step } from './setup/progress.mjs';
import { runChecks } from './suites/checks.ts';
import { type SuiteOutcome, formatOutcome, sumCounts } from './suites/outcome.ts';
import { countNightlyFiles } from './suites/nightly-only.ts';
import { countNightlyJourneys, runPlaywright } from './suites/playwright.ts';
import { runVitest } from './suites/vitest.ts';

let postgres: Promise<TemporaryPostgres> | undefined;

/** The PostgreSQL server that all suites share, started by the first suite that needs it. */
async function postgresUrl(): Promise<string> {
  postgres ??= step('Starting a PostgreSQL for the tests', () => startPostgres());
  return (await postgres).url;
}

/** One line about what the suites do not run unless it is named; undefined if that is nothing. */
async function describeExcluded(names: readonly string[]): Promise<string | undefined> {
  const parts: string[] = [];
  if (names.includes('e2e')) parts.push(`${await countNightlyJourneys()} journeys`);
  if (names.includes('unit')) {
    const { long, onPostgres } = countNightlyFiles();
    parts.push(`${long} files of long runs`, `${onPostgres} other test files on PostgreSQL`);
  }
  return parts.length > 0 ? `In \`npm run nightly\` only: ${parts.join(', ')}.` : undefined;
}

const suites: Record<string, (args: readonly string[]) => Promise<SuiteOutcome>> = {
  check: runChecks,
  unit: async (args) => {
    await ensureBuilt();
    return runVitest(args, { postgresUrl: await postgresUrl(), isShort: args.length === 0 });
  },
  e2e: async (args) => {
    const isShort = args.length === 0;
    const chromium = await ensureChromium();
    // The journeys in Firefox repeat others.
    const firefox = isShort ? undefined : await ensureFirefox();
    await ensureBuilt();
    return runPlaywright(args, { chromium, firefox, postgresUrl: await postgresUrl(), isShort });
  },
};

/** `npm test -- unit packages/alerts`: the leading names select suites; the other arguments are passed to the selected suite. */
function readArguments(args: readonly string[]): { names: readonly string[]; rest: readonly string[] } {
  const firstOther = args.findIndex((arg) => !(arg in suites));
  const names = firstOther === -1 ? args : args.slice(0, firstOther);
  const rest = args.slice(names.length);
  if (rest.length > 0 && names.length !== 1) {
    throw new UserError(
      `"${rest.join(' ')}" narrows one suite: name it first (${Object.keys(suites).join(', ')}).`,
    );
  }
  return { names: names.length > 0 ? names : Object.keys(suites), rest };
}

let interrupted = false;
// The running suite receives the signal and stops; later suites do not start.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
  });
}

async function runSuite(name: string, args: readonly string[]): Promise<SuiteOutcome> {
  const suite = suites[name];
  if (!suite) throw new Error(`There is no suite ${name}`);
  const startedAt = performance.now();
  console.log(`\n== ${name}`);
  let outcome: SuiteOutcome;
  try {
    if (interrupted) throw new UserError('Not started: interrupted.');
    outcome = await suite(args);
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    outcome = { passed: 0, failed: 1, failures: [`${name}: ${String(error)}`] };
  }
  console.log(`${name}: ${formatOutcome(outcome)} (${secondsSince(startedAt)})`);
  return outcome;
}

await runMain(async () => {
  const { names, rest } = readArguments(process.argv.slice(2));
  const outcomes: SuiteOutcome[] = [];
  try {
    for (const name of names) outcomes.push(await runSuite(name, rest));
  } finally {
    // If it did not start, there is nothing to stop, and its suite has printed the reason.
    await postgres?.then(
      (server) => server.stop(),
      () => undefined,
    );
  }
  const total = sumCounts(outcomes);
  // Repeated at the end, because people often see only the last lines of a long run.
  for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\nFAILED  ${failure}`);
  const excluded = rest.length === 0 && !interrupted ? await describeExcluded(names) : undefined;
  if (excluded) console.log(`\n${excluded}`);
  console.log(`\n${formatOutcome(total)}`);
  return total.failed === 0 && !interrupted ? 0 : 1;
});

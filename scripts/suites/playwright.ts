import { pinnedNode } from '../setup/paths.mjs';
import { runFile } from '../setup/run.mjs';
import { captureOutput } from './capture-output.ts';
import { lengthVariables } from './nightly-only.ts';
import { type SuiteOutcome, NOTHING_RAN, formatFailure, runnerOutcome } from './outcome.ts';
import { readReport, withReportFile } from './report.ts';

type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
  errors: ReportedError[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };
type Spec = {
  title: string;
  file: string;
  tests: { status: string; results: { errors: ReportedError[] }[] }[];
};
type ReportedError = { message?: string };

/** The programs of the machine that the journeys need. */
export type SuiteOptions = {
  postgresUrl: string;
  chromium: string;
  /** A short run has no journeys in it. */
  firefox: string | undefined;
  /** True: without the journeys that run in `npm run nightly` only. */
  isShort?: boolean;
};

const CLI = 'node_modules/@playwright/test/cli.js';
const CONFIG = ['-c', 'e2e/playwright.config.ts'];

/**
 * The journeys in a real browser.
 * @param args passed to Playwright, e.g. a file to narrow to
 */
export function runPlaywright(
  args: readonly string[],
  { postgresUrl, chromium, firefox, isShort = false }: SuiteOptions,
): Promise<SuiteOutcome> {
  return withReportFile('playwright', async (file) => {
    const code = await runFile(CLI, ['test', ...CONFIG, '--reporter=list,json', ...args], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      TEST_POSTGRES_URL: postgresUrl,
      CHROMIUM_PATH: chromium,
      ...(firefox === undefined ? {} : { FIREFOX_PATH: firefox }),
      JOURNEY_TRACES: args.length > 0 ? 'yes' : 'no',
      ...lengthVariables(isShort),
    });
    const report = readReport(file) as Report | undefined;
    return runnerOutcome(report ? count(report) : NOTHING_RAN, code);
  });
}

/** The number of journeys with the tag that excludes them from a short run. */
export async function countNightlyJourneys(): Promise<string> {
  const { output } = await captureOutput(pinnedNode, [CLI, 'test', ...CONFIG, '--list', '--grep=@nightly']);
  const total = /^Total: (\d+) tests? in /m.exec(output)?.[1];
  // The outcome of the suites is printed in any case.
  return total ?? 'an unknown number of';
}

/** A test that passes only when repeated counts as failed. */
function count({ stats, suites, errors }: Report): SuiteOutcome {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    failures: [
      ...suites.flatMap(failuresOf),
      ...errors.map((it) => formatFailure('outside of a journey', [it.message ?? ''])),
    ],
  };
}

function failuresOf({ specs, suites = [] }: Suite): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
    .map(({ title, file, tests }) => {
      const reported = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return formatFailure(
        `${file} › ${title}`,
        reported.map(({ message = '' }) => message),
      );
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

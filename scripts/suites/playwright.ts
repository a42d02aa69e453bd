import { runFile } from '../setup/run.mjs';
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
export type SuiteOptions = { postgresUrl: string; chromium: string; firefox: string };

/**
 * The journeys in a real browser.
 * @param args passed to Playwright, e.g. a file to narrow to
 */
export function runPlaywright(
  args: readonly string[],
  { postgresUrl, chromium, firefox }: SuiteOptions,
): Promise<SuiteOutcome> {
  return withReportFile('playwright', async (file) => {
    const cli = 'node_modules/@playwright/test/cli.js';
    const code = await runFile(
      cli,
      ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
      {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        TEST_POSTGRES_URL: postgresUrl,
        CHROMIUM_PATH: chromium,
        FIREFOX_PATH: firefox,
        JOURNEY_SNAPSHOTS: args.length > 0 ? 'yes' : 'no',
      },
    );
    const report = readReport(file) as Report | undefined;
    return runnerOutcome(report ? count(report) : NOTHING_RAN, code);
  });
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

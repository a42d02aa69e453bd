import { runFile } from '../setup/run.mjs';
import { type Outcome, judged } from './outcome.ts';
import { readReport, withReportFile } from './report.ts';

type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

/** What the journeys need from the machine. */
export type Needs = { postgresUrl: string; chromium: string };

/**
 * The journeys in a real browser.
 * @param args passed to Playwright, e.g. a file to narrow to
 */
export function runPlaywright(args: readonly string[], { postgresUrl, chromium }: Needs): Promise<Outcome> {
  return withReportFile('playwright', async (file) => {
    const cli = 'node_modules/@playwright/test/cli.js';
    const code = await runFile(
      cli,
      ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
      {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        TEST_POSTGRES_URL: postgresUrl,
        CHROMIUM_PATH: chromium,
      },
    );
    const report = readReport(file) as Report | undefined;
    return judged(report ? count(report) : { passed: 0, failed: 0 }, code);
  });
}

/** A test that passed only when repeated has failed. */
function count({ stats, errors }: Report): Outcome {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length };
}

import { runFile } from '../setup/run.mjs';
import { type Outcome, judged } from './outcome.ts';
import { readReport, withReportFile } from './report.ts';

type Report = {
  numTotalTests: number;
  numPassedTests: number;
  numPendingTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/**
 * The unit and server suites.
 * @param args passed to Vitest, e.g. a path to narrow to
 * @param postgresUrl a server where the tests may make databases
 */
export function runVitest(args: readonly string[], postgresUrl: string): Promise<Outcome> {
  return withReportFile('vitest', async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const code = await runFile('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], {
      TEST_POSTGRES_URL: postgresUrl,
    });
    const report = readReport(file) as Report | undefined;
    return judged(report ? count(report, args) : { passed: 0, failed: 0 }, code);
  });
}

function count(report: Report, args: readonly string[]): Outcome {
  // A file that did not even load has no tests to count.
  const broken = report.testResults.filter(
    (it) => it.status === 'failed' && it.assertionResults.length === 0,
  ).length;
  // Narrowed by name, the others are reported as pending: they were left out on purpose.
  const narrowed = args.some((arg) => arg === '-t' || arg.startsWith('--testNamePattern'));
  const { numPassedTests: passed, numTotalTests: total, numPendingTests: pending } = report;
  return { passed, failed: total - passed - (narrowed ? pending : 0) + broken };
}

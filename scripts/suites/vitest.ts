import { relative } from 'node:path';
import { root } from '../setup/paths.mjs';
import { runFile } from '../setup/run.mjs';
import { lengthVariables } from './nightly-only.ts';
import { type SuiteOutcome, NOT_RUN, NOTHING_RAN, formatFailure, runnerOutcome } from './outcome.ts';
import { readReport, withReportFile } from './report.ts';

type Report = {
  numTotalTests: number;
  numPassedTests: number;
  numPendingTests: number;
  testResults: TestFile[];
};
type TestFile = { name: string; status: string; message: string; assertionResults: Test[] };
type Test = { fullName: string; status: string; failureMessages: readonly string[] | null };

export type SuiteOptions = {
  /** A server on which the tests may create databases. */
  postgresUrl: string;
  /** True: without what runs in `npm run nightly` only. */
  isShort?: boolean;
};

/**
 * The unit and server suites.
 * @param args passed to Vitest, e.g. a path to narrow to
 */
export function runVitest(
  args: readonly string[],
  { postgresUrl, isShort = false }: SuiteOptions,
): Promise<SuiteOutcome> {
  return withReportFile('vitest', async (file) => {
    const errorsFile = `${file}.errors`;
    const reporters = [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      '--reporter=./scripts/testing/errors-outside-tests.ts',
    ];
    const code = await runFile('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...args], {
      TEST_POSTGRES_URL: postgresUrl,
      ERRORS_OUTSIDE_TESTS: errorsFile,
      ...lengthVariables(isShort),
    });
    const report = readReport(file) as Report | undefined;
    const errors = (readReport(errorsFile) as readonly string[] | undefined) ?? [];
    return runnerOutcome(report ? countTests(report, errors, args) : NOTHING_RAN, code);
  });
}

/** The outcome of a report. @param args of Vitest */
export function countTests(report: Report, errors: readonly string[], args: readonly string[]): SuiteOutcome {
  // A file that failed to load has no tests to count.
  const broken = report.testResults.filter(
    (it) => it.status === 'failed' && it.assertionResults.length === 0,
  );
  // With a name pattern, the other tests are reported as pending: they were excluded on purpose.
  const narrowed = args.some((arg) => arg === '-t' || arg.startsWith('--testNamePattern'));
  const { numPassedTests: passed, numTotalTests: total, numPendingTests: pending } = report;
  const notRun = report.testResults.flatMap(notRunOf);
  return {
    passed,
    failed: total - passed - (narrowed ? pending : notRun.length) + broken.length + errors.length,
    notRun,
    failures: [
      ...broken.map((it) => formatFailure(relative(root, it.name), [it.message])),
      ...report.testResults.flatMap(failuresOf),
      ...errors.map((error) => formatFailure('outside of a test', [error], { withLibraries: true })),
    ],
  };
}

function notRunOf({ name, assertionResults }: TestFile): string[] {
  return assertionResults
    .filter(({ status, fullName }) => status === 'skipped' && fullName.trimStart().startsWith(NOT_RUN))
    .map(({ fullName }) => `${relative(root, name)} › ${fullName.trimStart()}`);
}

function failuresOf(file: TestFile): string[] {
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map((it) => formatFailure(`${relative(root, file.name)} › ${it.fullName}`, it.failureMessages ?? []));
}

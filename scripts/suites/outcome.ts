import { stripVTControlCharacters } from 'node:util';

const MAX_LINES = 12;
const MAX_LINE_LENGTH = 1000;
const NOT_OURS = /^\s+at .*(node_modules|new Promise)/;

/** The counts of a suite. A test that did not run (skipped, not started) counts as failed, so that none is omitted silently. */
export type Counts = { passed: number; failed: number };

/**
 * The counts, and a summary of each failure: its location and its message. `notRun`: tests that need another version of a
 * program than this machine has; they do not count, and their titles say what they need.
 */
export type SuiteOutcome = Counts & { failures: readonly string[]; notRun?: readonly string[] };

/** The start of the title of a test that needs another version of a program. */
export const NOT_RUN = 'not run: ';

export function sumCounts(outcomes: readonly Counts[]): Counts {
  return {
    passed: outcomes.reduce((total, it) => total + it.passed, 0),
    failed: outcomes.reduce((total, it) => total + it.failed, 0),
  };
}

export const NOTHING_RAN: SuiteOutcome = { passed: 0, failed: 0, failures: [] };

/** e.g. `12 passed, 0 failed` */
export function formatOutcome({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * The outcome of a runner, from its report and its exit code.
 * A runner that exits with an error but reports no failed test, or that ran no test, counts as one failure.
 */
export function runnerOutcome(reported: SuiteOutcome, exitCode: number): SuiteOutcome {
  const ranNone = reported.passed + reported.failed === 0;
  const unnamed = exitCode !== 0 && reported.failed === 0;
  if (!ranNone && !unnamed) return reported;
  const detail = ranNone ? 'no test ran' : 'all tests passed';
  return {
    ...reported,
    failed: reported.failed + 1,
    failures: [...reported.failures, `The runner ended with ${exitCode}, and ${detail}`],
  };
}

/**
 * The summary of a failure: its first lines contain the expected value, the received value and the location.
 * @param withLibraries also the stack frames of libraries
 */
export function formatFailure(
  where: string,
  messages: readonly string[],
  { withLibraries = false }: { withLibraries?: boolean } = {},
): string {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => withLibraries || !NOT_OURS.test(line))
    .slice(0, MAX_LINES)
    .map((line) => `    ${line.slice(0, MAX_LINE_LENGTH)}`.trimEnd());
  return [where, ...lines].join('\n');
}

import { stripVTControlCharacters } from 'node:util';

const MAX_LINES = 12;
const MAX_LINE_LENGTH = 1000;
const NOT_OURS = /^\s+at .*(node_modules|new Promise)/;

/** What a suite counted. A test that did not run (skipped, not started) is a failure: nothing is left out silently. */
export type Counts = { passed: number; failed: number };

/** With what a reader of the last lines must know of each failure: where it was, and what was said. */
export type Outcome = Counts & { failures: readonly string[] };

export function sum(outcomes: readonly Counts[]): Counts {
  return {
    passed: outcomes.reduce((total, it) => total + it.passed, 0),
    failed: outcomes.reduce((total, it) => total + it.failed, 0),
  };
}

export const NOTHING_RAN: Outcome = { passed: 0, failed: 0, failures: [] };

/** e.g. `12 passed, 0 failed` */
export function formatOutcome({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * The outcome of a runner from what it reported and how it ended.
 * A runner that ended badly without naming a failed test, or that ran no test, counts as one failure.
 */
export function runnerOutcome(reported: Outcome, exitCode: number): Outcome {
  const ranNone = reported.passed + reported.failed === 0;
  const unnamed = exitCode !== 0 && reported.failed === 0;
  if (!ranNone && !unnamed) return reported;
  const said = ranNone ? 'no test ran' : 'all tests passed';
  return {
    passed: reported.passed,
    failed: reported.failed + 1,
    failures: [...reported.failures, `The runner ended with ${exitCode}, and ${said}`],
  };
}

/** What is said of a failure in a summary: the first lines hold what was expected, what came, and where. */
export function formatFailure(where: string, messages: readonly string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => !NOT_OURS.test(line))
    .slice(0, MAX_LINES)
    .map((line) => `    ${line.slice(0, MAX_LINE_LENGTH)}`.trimEnd());
  return [where, ...lines].join('\n');
}

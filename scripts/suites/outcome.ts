/** What a suite counted. A test that did not run (skipped, not started) is a failure: nothing is left out silently. */
export type Outcome = { passed: number; failed: number };

export function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, it) => total + it.passed, 0),
    failed: outcomes.reduce((total, it) => total + it.failed, 0),
  };
}

/** e.g. `12 passed, 0 failed` */
export function inWords({ passed, failed }: Outcome): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * The outcome of a runner from what it reported and how it ended.
 * A runner that ended badly without naming a failed test, or that ran no test, counts as one failure.
 */
export function judged(reported: Outcome, exitCode: number): Outcome {
  const ranNone = reported.passed + reported.failed === 0;
  const unnamed = exitCode !== 0 && reported.failed === 0;
  return { passed: reported.passed, failed: reported.failed + (ranNone || unnamed ? 1 : 0) };
}

import { expect, test } from 'vitest';
import { countTests } from './vitest.ts';

test('a skipped test counts as failed, unless its title says that it needs another version of a program', () => {
  const skipped = (fullName: string) => ({ fullName, status: 'skipped', failureMessages: null });
  const report = {
    numTotalTests: 3,
    numPassedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [skipped('adds'), skipped('not run: PgBouncer 1.21 is needed: presses')],
      },
    ],
  };
  expect(countTests(report, [], [])).toMatchObject({
    passed: 1,
    failed: 1,
    notRun: [expect.stringMatching(/a\.test\.ts › not run: PgBouncer 1\.21 is needed: presses$/)],
  });
  expect(countTests(report, [], ['-t', 'presses'])).toMatchObject({ passed: 1, failed: 0 });
});

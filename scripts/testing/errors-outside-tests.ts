import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

/** What Vitest adds to such an error: its kind, and the test file and the test that ran when it arrived. */
type Origin = { message: string; type?: unknown; VITEST_TEST_PATH?: unknown; VITEST_TEST_NAME?: unknown };

/**
 * A Vitest reporter that writes the errors outside of tests, e.g. rejections that nothing handled, as a JSON array of
 * texts to the file `ERRORS_OUTSIDE_TESTS`. Vitest's own JSON report omits them.
 */
export default class ErrorsOutsideTests implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env['ERRORS_OUTSIDE_TESTS'];
    if (!file) throw new Error('ERRORS_OUTSIDE_TESTS is not set: the test command sets it');
    writeFileSync(
      file,
      JSON.stringify(errors.map((error) => `${originOf(error)}\n${error.stack ?? error.message}`)),
    );
  }
}

/** e.g. `Unhandled Rejection while apps/server/src/db/migrate.test.ts ran › rejects a newer database` */
function originOf({ type, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }: Origin): string {
  const place = typeof path === 'string' ? ` while ${relative(process.cwd(), path)} ran` : '';
  return `${typeof type === 'string' ? type : 'Error'}${place}${typeof test === 'string' ? ` › ${test}` : ''}`;
}

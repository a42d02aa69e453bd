import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * A Vitest reporter that writes the errors outside of tests, e.g. rejections that nothing handled, as a JSON array of
 * texts to the file `ERRORS_OUTSIDE_TESTS`. Vitest's own JSON report omits them.
 */
export default class ErrorsOutsideTests implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env['ERRORS_OUTSIDE_TESTS'];
    if (!file) throw new Error('ERRORS_OUTSIDE_TESTS is not set: the test command sets it');
    writeFileSync(file, JSON.stringify(errors.map((error) => error.stack ?? error.message)));
  }
}

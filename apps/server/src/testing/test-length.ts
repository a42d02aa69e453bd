/**
 * How long tests run that repeat something: random sequences, kills, the states of a page.
 * - `short`: `npm test`
 * - `normal`: a test that is named (`npm test -- unit FILE`), and everything in `npm run nightly`
 * - `long`: the longest runs, in addition, in `npm run nightly`
 */
export type TestLength = 'short' | 'normal' | 'long';

export const TEST_LENGTH: TestLength = readTestLength();

function readTestLength(): TestLength {
  if (process.env['NIGHTLY_SEQUENCES'] !== undefined) return 'long';
  return process.env['TEST_LENGTH'] === 'short' ? 'short' : 'normal';
}

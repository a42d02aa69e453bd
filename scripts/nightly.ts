import { startPostgres } from './postgres.ts';
import { runMain } from './setup/say.mjs';
import { inWords } from './suites/outcome.ts';
import { runVitest } from './suites/vitest.ts';

/** Random sequences of calls, and random plans, on each database. */
const SEQUENCES = '10000';
const FILES = [
  'apps/server/src/isolation.property.test.ts',
  'apps/server/src/bad-input.test.ts',
  'apps/server/src/delivery/plan-is-sent.property.test.ts',
  'apps/server/src/crash.test.ts',
];

await runMain(async () => {
  process.env['NIGHTLY_SEQUENCES'] ??= SEQUENCES;
  const postgres = await startPostgres();
  try {
    const outcome = await runVitest([...FILES, ...process.argv.slice(2)], postgres.url);
    console.log(inWords(outcome));
    return outcome.failed === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
});

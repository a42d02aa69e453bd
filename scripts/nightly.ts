import { ensureStrace } from './machine/strace.ts';
import { startPostgres } from './postgres.ts';
import { runMain } from './setup/progress.mjs';
import { formatOutcome } from './suites/outcome.ts';
import { runVitest } from './suites/vitest.ts';

/** Random sequences of calls on each database. */
const SEQUENCES = '10000';
const FILES = [
  'apps/server/tests/isolation.property.test.ts',
  'apps/server/tests/bad-input.test.ts',
  'apps/server/tests/delivery/notification-plan.property.test.ts',
  'apps/server/tests/crash.test.ts',
  'apps/server/tests/fsync-nightly.sqlite.test.ts',
  'apps/server/tests/interruption-nightly.postgres.test.ts',
  'apps/server/tests/search-million-nightly.sqlite.test.ts',
  'apps/server/tests/search-million-nightly.postgres.test.ts',
];

await runMain(async () => {
  process.env['NIGHTLY_SEQUENCES'] ??= SEQUENCES;
  process.env['NIGHTLY_RUNS'] = '1';
  await ensureStrace();
  const postgres = await startPostgres();
  try {
    const chosen = process.argv.slice(2);
    const outcome = await runVitest(chosen.length > 0 ? chosen : FILES, postgres.url);
    console.log(formatOutcome(outcome));
    return outcome.failed === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
});

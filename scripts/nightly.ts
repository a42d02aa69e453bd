import { ensurePrometheus } from './machine/prometheus.ts';
import { ensureProxies } from './machine/proxies.ts';
import { ensureStrace } from './machine/strace.ts';
import { startPostgres } from './postgres.ts';
import { runMain } from './setup/progress.mjs';
import { ensureChromium } from './machine/chromium.ts';
import { ensureFirefox } from './machine/firefox.ts';
import { ensureBuilt } from './setup/build.mjs';
import { formatOutcome, type SuiteOutcome, sumCounts } from './suites/outcome.ts';
import { runPlaywright } from './suites/playwright.ts';
import { runVitest } from './suites/vitest.ts';

/** Random sequences of calls on each database. */
const SEQUENCES = '10000';
const FILES = [
  'apps/server/tests/isolation.property.test.ts',
  'apps/server/tests/bad-input.test.ts',
  'apps/server/tests/delivery/notification-plan.property.test.ts',
  'apps/server/tests/payments.property.test.ts',
  'apps/server/tests/incidents.property.test.ts',
  'apps/server/tests/crash.test.ts',
  'apps/server/tests/check-in-crash.test.ts',
  'apps/server/tests/incident-crash.test.ts',
  'apps/server/tests/check-ins.property.test.ts',
  'apps/server/tests/fsync-nightly.sqlite.test.ts',
  'apps/server/tests/interruption-nightly.postgres.test.ts',
  'apps/server/tests/rolling-upgrade-nightly.postgres.test.ts',
  'apps/server/tests/proxies-nightly.sqlite.test.ts',
  'apps/server/tests/prometheus-nightly.sqlite.test.ts',
  'apps/server/tests/pooler-nightly.postgres.test.ts',
  'apps/server/tests/largest-input-nightly.postgres.test.ts',
  'apps/server/tests/search-million-nightly.sqlite.test.ts',
  'apps/server/tests/search-million-nightly.postgres.test.ts',
];

/** Presses under faults, in the phone app; see the journey. */
const JOURNEY = 'phone-faults.spec.ts';
const PRESSES = '200';

async function runJourney(postgresUrl: string): Promise<SuiteOutcome> {
  process.env['PHONE_PRESSES'] ??= PRESSES;
  const browsers = { chromium: await ensureChromium(), firefox: await ensureFirefox() };
  return await runPlaywright([JOURNEY], { ...browsers, postgresUrl });
}

await runMain(async () => {
  process.env['NIGHTLY_SEQUENCES'] ??= SEQUENCES;
  process.env['NIGHTLY_RUNS'] = '1';
  await ensureBuilt();
  await ensureStrace();
  await ensureProxies();
  await ensurePrometheus();
  const postgres = await startPostgres();
  try {
    const chosen = process.argv.slice(2);
    const outcomes = [];
    const files = chosen.length > 0 ? chosen.filter((file) => !file.endsWith(JOURNEY)) : FILES;
    if (files.length > 0) outcomes.push(await runVitest(files, postgres.url));
    if (chosen.length === 0 || files.length < chosen.length) outcomes.push(await runJourney(postgres.url));
    const total = sumCounts(outcomes);
    console.log(formatOutcome(total));
    return total.failed === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
});

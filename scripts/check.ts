import { runMain } from './setup/progress.mjs';
import { runChecks } from './suites/checks.ts';
import { formatOutcome } from './suites/outcome.ts';

await runMain(async () => {
  const outcome = await runChecks(process.argv.slice(2));
  console.log(formatOutcome(outcome));
  return outcome.failed === 0 ? 0 : 1;
});

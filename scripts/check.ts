import { runMain } from './setup/say.mjs';
import { runChecks } from './suites/checks.ts';
import { inWords } from './suites/outcome.ts';

await runMain(async () => {
  const outcome = await runChecks(process.argv.slice(2));
  console.log(inWords(outcome));
  return outcome.failed === 0 ? 0 : 1;
});

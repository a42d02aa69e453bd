// npm run mutants: injects faults, one at a time, and checks that the suites detect them (docs/proofs.md).
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/mutants.ts', process.argv.slice(2));
});

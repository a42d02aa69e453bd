// npm test: all suites; what they need is installed or found first.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/say.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/test.ts', process.argv.slice(2));
});

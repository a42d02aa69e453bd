// npm run demo: the product with a realistic data set, in its own data folder.
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return runFile('scripts/demo.ts', process.argv.slice(2), {
    DATA_DIR: process.env['DATA_DIR'] ?? './data-demo',
  });
});

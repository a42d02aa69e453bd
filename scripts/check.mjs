// npm run check: all checks that do not run the product.
import { ensureInstalled } from './setup/install.mjs';
import { compileCache } from './setup/paths.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/check.ts', process.argv.slice(2), compileCache());
});

// npm run dev: server and console, both restarting or reloading when a file changes.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/dev.ts', process.argv.slice(2));
});

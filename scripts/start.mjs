// npm start: prepares a fresh clone, then starts the server.
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return runFile('apps/server/src/main.ts', process.argv.slice(2));
});

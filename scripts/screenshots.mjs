// npm run screenshots: takes screenshots of every screen (in screenshots/) and of those that the documentation shows.
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return runFile('scripts/screenshots.ts', process.argv.slice(2));
});

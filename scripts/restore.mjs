// npm run restore -- FILE: restores a backup into the empty database of the settings.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('apps/server/src/restore-cli.ts', process.argv.slice(2));
});

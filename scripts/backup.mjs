// npm run backup -- FILE: writes a backup of the database, while servers run.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('apps/server/src/backup-cli.ts', process.argv.slice(2));
});

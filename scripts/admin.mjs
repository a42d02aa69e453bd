// npm run admin -- add EMAIL: creates an administrator.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('apps/server/src/admin-cli.ts', process.argv.slice(2));
});

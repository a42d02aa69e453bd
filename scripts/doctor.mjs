// npm run doctor [-- EMAIL]: checks the installation and prints what to fix.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('apps/server/src/doctor-cli.ts', process.argv.slice(2));
});

// npm run move -- --from ADDRESS --to ADDRESS: copies everything to an empty database.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('apps/server/src/move-cli.ts', process.argv.slice(2));
});

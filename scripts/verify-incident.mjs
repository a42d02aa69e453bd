// npm run verify-incident -- FILE.json [HASH]: reports which rows of an exported incident were changed.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/verify-incident.ts', process.argv.slice(2));
});

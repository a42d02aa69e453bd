// npm run teeth: plants faults in a copy of the server, one at a time, and shows that the suites catch each.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/say.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/teeth.ts', process.argv.slice(2));
});

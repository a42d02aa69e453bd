// npm run bench: measures the performance of the server.
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { serverBuild } from './setup/paths.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return runFile('bench/run.ts', process.argv.slice(2), { SERVER_ENTRY: serverBuild });
});

// npm start: prepares a fresh clone, then starts the server.
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { pinnedNode, serverBuild } from './setup/paths.mjs';
import { run } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return run(pinnedNode, [serverBuild, ...process.argv.slice(2)]);
});

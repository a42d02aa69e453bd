// npm run build: installs the packages and builds the apps. Starts nothing and changes no database.
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt();
  console.log('Callpoint is built.');
  return 0;
});

// npm test: finds or installs the required programs, then runs all suites.
import { ensureInstalled } from './setup/install.mjs';
import { compileCache, serverBuild } from './setup/paths.mjs';
import { runFile } from './setup/run.mjs';
import { UserError, runMain } from './setup/progress.mjs';

await runMain(async () => {
  try {
    await ensureInstalled();
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    console.log('\n0 passed, 1 failed');
    return 1;
  }
  return runFile('scripts/test.ts', process.argv.slice(2), { ...compileCache(), SERVER_ENTRY: serverBuild });
});

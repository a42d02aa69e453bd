import { ensureInstalled } from './install.mjs';
import { runFile } from './run.mjs';
import { runMain } from './progress.mjs';

/** Below a limit of 256 MB, Node collects garbage early: a copy of any size needs about 200 MB in total. */
const MEMORY = '--max-semi-space-size=4 --max-old-space-size=256';

/**
 * Runs a command that copies a database.
 * @param {'backup' | 'restore' | 'move'} name
 * @returns {Promise<void>}
 */
export async function runTransfer(name) {
  await runMain(async () => {
    await ensureInstalled();
    return runFile(`apps/server/src/${name}-cli.ts`, process.argv.slice(2), { NODE_OPTIONS: MEMORY });
  });
}

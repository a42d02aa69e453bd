import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { pinnedNode, root } from './paths.mjs';
import { run } from './run.mjs';
import { UserError, step } from './progress.mjs';

/** The apps that Vite builds: the server, and those that run in a browser. */
function builtApps() {
  return readdirSync(join(root, 'apps'))
    .map((name) => `apps/${name}`)
    .filter((app) => existsSync(join(root, app, 'vite.config.ts')));
}

/** The apps that run in a browser. */
export function browserApps() {
  return builtApps().filter((app) => existsSync(join(root, app, 'index.html')));
}

/** Builds each app whose sources have changed since its dist was built. */
export async function ensureBuilt() {
  for (const app of builtApps()) {
    if (isBuilt(app)) continue;
    await withSetupLock(async () => {
      if (!isBuilt(app)) await step(`Building ${app}`, () => build(app));
    });
  }
}

/** @param {string} app */
const stampOf = (app) => join(root, app, 'dist/.built-of');

/** @param {string} app */
function isBuilt(app) {
  return readStamp(stampOf(app)) === sources(app);
}

/** @param {string} app */
function sources(app) {
  const shared = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`);
  return fingerprint([app, ...shared, 'package-lock.json', 'tsconfig.base.json']);
}

/** @param {string} app */
async function build(app) {
  const builtOf = sources(app);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const code = await run(pinnedNode, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, app) });
  if (code !== 0)
    throw new UserError(`Building ${app} failed (exit code ${code}); Vite's own message is above.`);
  // Vite empties dist first, so an interrupted build leaves no stamp.
  writeFileSync(stampOf(app), builtOf);
}

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { machineEnvironment, pinnedNode, root } from './paths.mjs';
import { nodeProblem } from './pinned-node.mjs';
import { run } from './run.mjs';
import { UserError, step } from './progress.mjs';

const stamp = join(root, 'node_modules/.callpoint-setup');

/** Installs the packages of package-lock.json unless the same packages are installed. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withSetupLock(async () => {
    if (isInstalled()) return;
    requireNpm();
    await step('Installing packages (npm ci)', install);
    writeFileSync(stamp, wanted());
  });
}

function isInstalled() {
  return readStamp(stamp) === wanted() && existsSync(pinnedNode);
}

/** Includes the platform, because a folder that two systems share needs other binaries on each. */
function wanted() {
  return `${process.platform}-${process.arch} ${fingerprint(['package-lock.json'])}\n`;
}

function requireNpm() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 20)
    throw new UserError(`Callpoint needs Node 20 or newer to set itself up; this is ${process.version}.`);
  const result = spawnSync('npm', ['--version'], { env: machineEnvironment(), encoding: 'utf8' });
  if (result.status !== 0)
    throw new UserError('Callpoint needs npm 10 or newer, and there is no npm on PATH.');
  const version = result.stdout.trim();
  if (Number.parseInt(version, 10) < 10)
    throw new UserError(`Callpoint needs npm 10 or newer; this is ${version}.`);
}

async function install() {
  // Warnings concern the machine's Node, which only runs this installation.
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const code = await run('npm', args, { env: machineEnvironment() });
  const problem = nodeProblem(pinnedNode);
  if (code !== 0)
    throw new UserError(
      `"npm ci" failed (exit code ${code}); its own message is above.` +
        (problem !== undefined && existsSync(pinnedNode) ? `\n${problem}` : ''),
    );
  if (problem !== undefined) throw new UserError(problem);
}
